package org.gmt4j;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.gmt4j.engine.combining.CombiningConfig;
import org.gmt4j.engine.combining.ContainerCombining;
import org.gmt4j.engine.container.EntrySender;
import org.gmt4j.engine.container.EntryStore;
import org.gmt4j.engine.container.KeyMix;
import org.gmt4j.engine.container.LongStore;
import org.gmt4j.engine.container.RecordStore;
import org.gmt4j.engine.container.StoreMemory;
import org.gmt4j.engine.container.StoreTable;
import org.gmt4j.engine.container.TextStore;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.memory.MemoryConfig;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The containers of one node by id. Node 0 assigns the ids. Set-up.
 *
 * <p>One task allocates a container in one round to all nodes: every node takes the memory for its part of the expected
 * entries, or refuses. After a refusal another round leaves nothing behind.
 */
final class ContainerCatalog {
    private static final String OK = "";
    /** Containers have other hashes, and each run the same. */
    private static final long SEED = 0x6D74_2D67_656D_6D61L;
    private final TaskRuntime runtime;
    private final SegmentTable segments;
    private final StoreTable stores;
    private final Map<Integer, GlobalContainer> containers = new ConcurrentHashMap<>();
    /** Bytes that have been set aside for tables that combine, by id. */
    private final Map<Integer, Long> reserved = new ConcurrentHashMap<>();

    private ContainerCatalog(final TaskRuntime runtime) {
        this.runtime = runtime;
        segments = runtime.service(SegmentTable.class);
        stores = runtime.service(StoreTable.class);
        runtime.objects().register(GlobalContainer.KIND, "container", this::find);
    }

    static ContainerCatalog of(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(ContainerCatalog.class, ContainerCatalog::new);
    }

    private GlobalContainer find(final long number) {
        final GlobalContainer container = containers.get(IdSupply.id(number));
        return container != null && container.boundId() == number ? container : null;
    }

    /**
     * What is to be made.
     *
     * @param width longs of a record; of a bag
     * @param seed  of the hashes
     */
    record Plan(long number, ContainerKind kind, ContainerSpec spec, int width, long seed) implements Transferable {
        int id() {
            return IdSupply.id(number);
        }
    }

    static GlobalContainer allocate(final TaskContext ctx, final ContainerKind kind, final ContainerSpec spec,
                                    final int width, final ContainerMaker maker) throws SuspendExecution {
        if (spec.merging() != null) {
            kind.operation(spec.merging());
        }
        EngineTask.of(ctx).shield();                       // on all nodes or none, even when the job is cancelled
        try {
            final long number = ctx.call(0, root -> of(root).stores.ids().take());
            if (number == IdSupply.NONE) {
                throw new GmtException("GMT-827", "all 262,144 ids of containers are in use; free what is not needed "
                    + "any more");
            }
            final Plan plan = new Plan(number, kind, spec, width, KeyMix.hash(SEED, number));
            final String refusal;
            try {
                refusal = createEverywhere(ctx, plan, maker);
            } catch (final RuntimeException | Error e) {
                if (EachNode.execute(ctx, node -> of(node).forget(plan.id()), e)) {
                    giveBack(ctx, number);
                }
                throw e;
            }
            if (!refusal.isEmpty()) {
                giveBack(ctx, number);
                throw new GmtException("GMT-820", refusal);
            }
            return of(ctx).find(number);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    /** Creates the parts of all nodes. Where one refuses, none is left, and its reason is returned. */
    private static String createEverywhere(final TaskContext ctx, final Plan plan, final ContainerMaker maker)
        throws SuspendExecution {
        for (final String refusal : ctx.callOnAll(node -> of(node).create(plan, maker))) {
            if (!refusal.isEmpty()) {
                ctx.executeOnAll(node -> of(node).forget(plan.id()));
                return refusal;
            }
        }
        return OK;
    }

    private String create(final Plan plan, final ContainerMaker maker) {
        final int nodeId = runtime.nodeId();
        final int nodeCount = runtime.nodeCount();
        final String label = plan.kind.label(plan.number, plan.spec);
        final StoreMemory memory = new StoreMemory(label, nodeId, segments, plan.spec.bytesPerNode());
        final EntryStore store = store(plan, memory, share(plan.spec.expected(), nodeCount));
        final int capacity = combiningCapacity(plan);
        final long tables = capacity == 0 ? 0 : ContainerCombining.lengthInBytes(capacity) * runtime.laneCount();
        if (store == null || segments.tryReserve(tables) >= 0) {
            if (store != null) {
                store.free();
            }
            return "node " + nodeId + " has not enough memory for its part of " + label + " with room for "
                + plan.spec.expected() + " entries: it may take "
                + Math.min(plan.spec.bytesPerNode(), segments.budgetInBytes() - segments.reservedInBytes())
                + " B there, within " + segments.budgetInBytes()
                + " B for all memory of the node (gmt.memory.max); use more nodes, raise the limit, or expect fewer";
        }
        reserved.put(plan.id(), tables);
        stores.install(plan.id(), store);
        final EntrySender sender = new EntrySender(plan.id());
        final ContainerCombining combining = capacity == 0 ? null : new ContainerCombining(sender,
            plan.kind.operation(plan.spec.merging()), capacity, runtime.laneCount());
        final long gatherFrom = segments.isExclusive() ? runtime.service(MemoryConfig.class).gatherFrom(nodeCount)
            : Long.MAX_VALUE;
        containers.put(plan.id(), maker.make(new ContainerPart(plan.number, plan.spec, plan.kind, nodeId, nodeCount,
            store, stores, sender, combining, gatherFrom)));
        return OK;
    }

    /** Returns the part of a node, rounded up, of any number. */
    private static long share(final long expected, final int nodeCount) {
        return expected / nodeCount + (expected % nodeCount == 0 ? 0 : 1);
    }

    /** Returns null where there is no room. */
    private EntryStore store(final Plan plan, final StoreMemory memory, final long expected) {
        final boolean isExclusive = segments.isExclusive();
        if (plan.kind == ContainerKind.BAG) {
            return new RecordStore(memory, plan.width, runtime.laneCount());
        }
        if (plan.kind.hasTexts()) {
            final TextStore texts = new TextStore(memory, plan.seed, isExclusive, plan.kind.storeValues());
            return texts.begin(expected) ? texts : without(texts);
        }
        final LongStore longs = new LongStore(memory, plan.seed, isExclusive, plan.kind.storeValues());
        return longs.begin(expected) ? longs : without(longs);
    }

    private static EntryStore without(final EntryStore refused) {
        refused.free();
        return null;
    }

    /** Returns the entries of the table of a lane, 0 without one: a node alone needs none. */
    private int combiningCapacity(final Plan plan) {
        return plan.spec.merging() == null || !plan.kind.isMapOfLongs() || runtime.nodeCount() == 1 ? 0
            : ContainerCombining.capacity(runtime.service(CombiningConfig.class).bytes());
    }

    /** Frees a container on all nodes. */
    static void free(final TaskContext ctx, final long number) throws SuspendExecution {
        EngineTask.of(ctx).shield();                       // bodies free their containers in a finally block
        try {
            ctx.executeOnAll(node -> of(node).free(number));
            giveBack(ctx, number);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    /** Returns this node's handle of the only container of a name. */
    static <T extends GlobalContainer> T attach(final TaskContext ctx, final String name, final Class<T> type) {
        Objects.requireNonNull(name, "name");
        GlobalContainer found = null;
        final Set<String> known = new TreeSet<>();
        for (final GlobalContainer container : of(ctx).containers.values()) {
            final String other = container.part.spec().name();
            if (!other.isEmpty()) {
                known.add(other);
            }
            if (other.equals(name) && found != null && !name.isEmpty()) {
                throw new GmtException("GMT-398", "more than one container is named '" + name
                    + "'; give each that is to be found a name of its own");
            }
            found = other.equals(name) ? container : found;
        }
        if (found == null || name.isEmpty()) {
            throw new GmtException("GMT-397", "no container is named '" + name + "' on node " + ctx.nodeId()
                + "; known: " + known);
        }
        if (!type.isInstance(found)) {
            throw new GmtException("GMT-399", found + " is a " + found.getClass().getSimpleName() + ", not a "
                + type.getSimpleName());
        }
        return type.cast(found);
    }

    private static void giveBack(final TaskContext ctx, final long number) throws SuspendExecution {
        if (ctx.nodeId() == 0) {
            of(ctx).stores.ids().giveBack(number, 1);
        } else {
            ctx.execute(0, root -> of(root).stores.ids().giveBack(number, 1));
        }
    }

    private void free(final long number) {
        if (find(number) != null) {
            forget(IdSupply.id(number));
        }
    }

    /** Undoes what has been done here for a container. */
    private void forget(final int id) {
        containers.remove(id);
        stores.free(id);
        final Long tables = reserved.remove(id);
        if (tables != null) {
            segments.unreserve(tables);
        }
    }
}
