package org.gmt4j;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.combining.ArrayCombining;
import org.gmt4j.engine.combining.CombiningConfig;
import org.gmt4j.engine.combining.DenseArrays;
import org.gmt4j.engine.combining.TableHeap;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.memory.MemoryConfig;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.onesided.Region;
import org.gmt4j.engine.onesided.RegionTable;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.RegionSharing;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.fibers.SuspendExecution;

/**
 * The arrays of one node by id and by name. Node 0 assigns ids and names. Set-up.
 *
 * <p>One task allocates an array in a round of tasks to all nodes: each takes the memory or refuses. Where one has
 * refused, a second round gives back what the others have taken, before anybody knows the array. A refusal reports the
 * node, the requested and the free bytes. Where processes share a host, further rounds map each other's parts, see
 * {@link RegionSharing}; not where node 0 knows of windows that a freed array of the same lengths has left, and all
 * nodes still have them ({@link RegionTable#recall}).
 */
final class ArrayCatalog implements ArrayHome {
    private static final String OK = "";
    /** Kept windows are not here any more. */
    private static final String INCOMPLETE = "incomplete";
    private final int nodeId;
    private final int nodeCount;
    private final TaskRuntime runtime;
    private final CombiningConfig tables;
    private final TableHeap heap;
    private final MemoryConfig memory;
    private final SegmentTable segments;
    private final RegionTable regions;
    private final Map<Integer, GlobalArray> arrays = new ConcurrentHashMap<>();
    private final Map<String, GlobalArray> named = new ConcurrentHashMap<>();
    private final Map<String, Integer> takenNames = new ConcurrentHashMap<>();
    /** Bytes that have been set aside for arrays still to be created, by id. */
    private final Map<Integer, Long> reserved = new ConcurrentHashMap<>();
    /** What lanes have for arrays that combine, reserved or created, by id. */
    private final Map<Integer, ArrayCombining.TablePlan> plans = new ConcurrentHashMap<>();

    private ArrayCatalog(final TaskRuntime runtime) {
        nodeId = runtime.nodeId();
        nodeCount = runtime.nodeCount();
        this.runtime = runtime;
        tables = runtime.service(CombiningConfig.class);
        heap = runtime.service(TableHeap.class);
        memory = runtime.service(MemoryConfig.class);
        segments = runtime.service(SegmentTable.class);
        regions = runtime.service(RegionTable.class);
        runtime.objects().register(GlobalArray.KIND, "array", this::find);
    }

    /** Returns this node's handle of an array, or null. */
    private GlobalArray find(final long number) {
        final GlobalArray array = arrays.get(IdSupply.id(number));
        return array != null && array.boundId() == number ? array : null;
    }

    static ArrayCatalog of(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime().service(ArrayCatalog.class, ArrayCatalog::new);
    }

    /** Reply of node 0: the number, or the reason for a refusal. */
    record Answer(long number, String code, String refusal) implements Transferable {
    }

    /**
     * Reply of each node.
     *
     * @param code  empty where the part has been made
     * @param offer by which peers of the host find the part, 0 when it is private
     */
    record Made(String code, String refusal, long offer) implements Transferable {
    }

    static GlobalArray allocate(final TaskContext ctx, final ArraySpec spec) throws SuspendExecution {
        CombiningRule.check(spec);
        final Distribution shape = Distribution.of(spec, ctx.nodeCount(), ctx.nodeId(), 0);
        for (int node = 0; node < ctx.nodeCount(); node++) {
            if (shape.count(node) - 1 > CommandWord.MAX_OFFSET) {
                throw new IllegalArgumentException("a part of " + shape.count(node) + " elements exceeds the limit of "
                    + (CommandWord.MAX_OFFSET + 1) + " per node");
            }
        }
        if (spec.size() > 0 && spec.size() > Long.MAX_VALUE / spec.elementLength()) {
            throw new IllegalArgumentException(spec.size() + " elements of " + spec.elementLength()
                + " B exceed any memory");
        }
        final int home = ctx.nodeId();
        final Answer answer;
        EngineTask.of(ctx).shield();                       // on all nodes or none, even when the job is cancelled
        try {
            answer = ctx.call(0, root -> of(root).allocateEverywhere(root, spec, home));
        } finally {
            EngineTask.of(ctx).unshield();
        }
        if (!answer.refusal().isEmpty()) {
            throw new GmtException(answer.code(), answer.refusal());
        }
        return of(ctx).find(answer.number());
    }

    private Answer allocateEverywhere(final TaskContext ctx, final ArraySpec spec, final int home)
        throws SuspendExecution {
        final long number = take(spec.name());
        if (number == IdSupply.NONE) {
            return new Answer(IdSupply.NONE, "GMT-236",
                "the name '" + spec.name() + "' is taken by another array; free that one or choose another name");
        }
        final Made refused;
        try {
            refused = makeEverywhere(ctx, number, spec, home);
        } catch (final RuntimeException | Error e) {
            if (EachNode.execute(ctx, node -> of(node).undo(IdSupply.id(number)), e)) {
                segments.ids().giveBack(number, 1);
            }
            throw e;
        }
        if (refused == null) {
            return new Answer(number, OK, OK);
        }
        segments.ids().giveBack(number, 1);
        return refused.code().equals(INCOMPLETE) ? allocateEverywhere(ctx, spec, home)    // all has been discarded
            : new Answer(IdSupply.NONE, refused.code(), refused.refusal());
    }

    /** Makes the parts of all nodes. Where one refuses, none is left; returns that refusal, otherwise null. */
    private Made makeEverywhere(final TaskContext ctx, final long number, final ArraySpec spec, final int home)
        throws SuspendExecution {
        final long random = ctx.nextRandom();
        final long kept = findKept(spec, home, random);
        final List<Made> parts = ctx.callOnAll(node -> of(node).make(number, spec, home, random, kept));
        for (final Made part : parts) {
            if (!part.code().isEmpty()) {
                ctx.executeOnAll(node -> of(node).undo(IdSupply.id(number)));
                return part;
            }
        }
        if (kept == RegionTable.NOTHING_KEPT) {
            RegionSharing.share(ctx, IdSupply.id(number), parts.stream().mapToLong(Made::offer).toArray());
        }
        return null;
    }

    private long findKept(final ArraySpec spec, final int home, final long random) {
        return regions.findKept(lengths(Distribution.of(spec, nodeCount, home, random), spec, nodeCount),
            sharing(spec), spec.mapping() == ArraySpec.Mapping.ANY);
    }

    /**
     * Elements that only fall or rise are not shared: they change all the time, and whoever looks at them takes their
     * cache lines from those who change them. With tables of their own, nodes took half of the time.
     */
    private static Region.Sharing sharing(final ArraySpec spec) {
        if (spec.mapping() == ArraySpec.Mapping.NEVER) {
            return Region.Sharing.NONE;
        }
        return switch (spec.combining()) {
            case NONE -> Region.Sharing.READ;
            case ADD, ONCE -> Region.Sharing.UPDATED;
            case MIN, MAX -> Region.Sharing.NONE;
        };
    }

    /** Returns the length in bytes of each node's part. */
    private static long[] lengths(final Distribution distribution, final ArraySpec spec, final int nodeCount) {
        final long[] lengths = new long[nodeCount];
        for (int node = 0; node < nodeCount; node++) {
            lengths[node] = distribution.count(node) * spec.elementLength();
        }
        return lengths;
    }

    /** Returns the number of the next array, or none where its name is taken. */
    private long take(final String name) {
        final long number = segments.ids().take();
        if (number == IdSupply.NONE) {
            throw new GmtException("GMT-232", "all " + CommandWord.MAX_ID
                + " ids of arrays and one-sided memory are in use; free what is not needed any more");
        }
        if (name.isEmpty() || takenNames.putIfAbsent(name, IdSupply.id(number)) == null) {
            return number;
        }
        segments.ids().giveBack(number, 1);
        return IdSupply.NONE;
    }

    /**
     * Makes this node's part of an array. A node that refuses has taken nothing.
     *
     * @param kept see {@link RegionTable#recall}
     */
    private Made make(final long number, final ArraySpec spec, final int home, final long random, final long kept) {
        final int id = IdSupply.id(number);
        final String noRoom = reserve(id, spec, home, random);
        if (!noRoom.isEmpty()) {
            return new Made("GMT-231", noRoom, 0);
        }
        if (!regions.recall(id, kept)) {
            return new Made(INCOMPLETE, OK, 0);
        }
        final String failure = create(number, spec, home, random);
        return failure.isEmpty() ? new Made(OK, OK, regions.offer(id)) : new Made("GMT-237", failure, 0);
    }

    private String reserve(final int id, final ArraySpec spec, final int home, final long random) {
        final ArrayCombining.TablePlan plan = takeTables(spec);
        final long asked = Distribution.of(spec, nodeCount, home, random).count(nodeId) * spec.elementLength()
            + ofAllLanes(plan);
        final long free = segments.tryReserve(asked);
        if (free < 0) {
            reserved.put(id, asked);
            plans.put(id, plan);
            return OK;
        }
        heap.give(ofAllLanes(plan));
        return "node " + nodeId + " has not enough memory for "
            + (spec.name().isEmpty() ? "an array" : "array '" + spec.name() + "'")
            + " of " + spec.size() + " x " + spec.elementLength() + " B: asked " + asked + " B there, free "
            + free + " B of " + segments.budgetInBytes() + " B (gmt.memory.max); use more nodes or raise it";
    }

    /** Returns why this node could not give so many bytes; empty where it could. */
    String refusal(final long bytes) {
        final long free = segments.tryReserve(bytes);
        if (free < 0) {
            segments.unreserve(bytes);
            return OK;
        }
        return "node " + nodeId + " has not enough memory: asked " + bytes + " B there, free " + free + " B of "
            + segments.budgetInBytes() + " B (gmt.memory.max); use more nodes or raise it";
    }

    private String create(final long number, final ArraySpec spec, final int home, final long random) {
        final int id = IdSupply.id(number);
        final Distribution distribution = Distribution.of(spec, nodeCount, home, random);
        final long bytes = reserved.remove(id);
        final Region region;
        try {
            region = regions.create(number, lengths(distribution, spec, nodeCount), spec.elementLength(), spec.zeroed(),
                sharing(spec), spec.mapping() == ArraySpec.Mapping.ANY);
        } catch (final OutOfMemoryError e) {
            segments.unreserve(bytes);
            return "node " + nodeId + " could not get " + bytes
                + " B from the operating system, though within gmt.memory.max";
        }
        final GlobalArray array;
        try {
            array = array(number, spec, distribution, region);
        } catch (final RuntimeException | Error e) {
            segments.unreserve(ofAllLanes(plans.get(id)));       // the rest is that of the region
            throw e;
        }
        arrays.put(id, array);
        if (!spec.name().isEmpty()) {
            named.put(spec.name(), array);
        }
        return OK;
    }

    private GlobalArray array(final long number, final ArraySpec spec, final Distribution distribution,
                              final Region region) {
        if (CombiningRule.isRemembered(spec)) {
            region.segment().remember();
        }
        return typed(new ArrayPart(number, spec, distribution, nodeId, nodeCount, region, this,
            combining(plans.get(IdSupply.id(number)), spec, region, distribution), memory.gatherFrom(nodeCount),
            sharing(spec) == Region.Sharing.UPDATED && spec.combining() == Combining.ONCE));
    }

    // --- combining ---

    /**
     * Takes memory of the heap for the tables of an array, and returns that of a lane: a smaller one, or none, where
     * the heap has no room for what settings grant.
     */
    private ArrayCombining.TablePlan takeTables(final ArraySpec spec) {
        final ArrayCombining.TablePlan wanted = tables(spec, tables.bytes());
        if (heap.take(ofAllLanes(wanted))) {
            return wanted;
        }
        final ArrayCombining.TablePlan fitting = tables(spec, heap.free() / runtime.laneCount());
        return heap.take(ofAllLanes(fitting)) ? fitting : ArrayCombining.TablePlan.NONE;
    }

    /**
     * Returns the table of a lane. A node alone needs none, but where several threads would add to its elements by
     * atomic operations.
     */
    private ArrayCombining.TablePlan tables(final ArraySpec spec, final long bytes) {
        final int operator = CombiningRule.operator(spec);
        if (spec.combining() == Combining.NONE) {
            return ArrayCombining.TablePlan.NONE;
        }
        if (nodeCount > 1) {
            return ArrayCombining.TablePlan.of(operator, spec.size(), bytes);
        }
        final boolean isShared = !segments.isExclusive()
            && (spec.combining() == Combining.ADD || spec.type() == ElementType.LONG);
        return isShared ? ArrayCombining.TablePlan.alone(operator, spec.size(), bytes)
            : ArrayCombining.TablePlan.NONE;
    }

    private long ofAllLanes(final ArrayCombining.TablePlan plan) {
        return plan.bytes() * runtime.laneCount();
    }

    private ArrayCombining combining(final ArrayCombining.TablePlan plan, final ArraySpec spec, final Region region,
                                     final Distribution distribution) {
        return plan.capacity() == 0 ? null : new ArrayCombining(region.segment(), CombiningRule.operator(spec),
            region.segment().extend(spec.initial()), plan, runtime.laneCount(), distribution::locate,
            sharing(spec) == Region.Sharing.UPDATED ? region::peer : null, nodeId, runtime.service(DenseArrays.class));
    }

    private static GlobalArray typed(final ArrayPart part) {
        return switch (part.spec().type()) {
            case BYTE -> new GlobalByteArray(part);
            case SHORT -> new GlobalShortArray(part);
            case INT -> new GlobalIntArray(part);
            case LONG -> holdsOwn(part) ? new HeldLongArray(part) : new GlobalLongArray(part);
            case FLOAT -> new GlobalFloatArray(part);
            case DOUBLE -> holdsOwn(part) ? new SummedDoubleArray(part) : new GlobalDoubleArray(part);
            default -> new GlobalRecordArray(part);
        };
    }

    private static boolean holdsOwn(final ArrayPart part) {
        return part.combining() != null && part.combining().holdsOwn();
    }

    /** Returns this node's handle of a named array. */
    static <T extends GlobalArray> T attach(final TaskContext ctx, final String name, final Class<T> type) {
        final GlobalArray array = of(ctx).named.get(Objects.requireNonNull(name, "name"));
        if (array == null) {
            throw new GmtException("GMT-233", "no array is named '" + name + "' on node " + ctx.nodeId()
                + "; known: " + of(ctx).named.keySet());
        }
        if (!type.isInstance(array)) {
            throw new GmtException("GMT-234", array + " is not a " + type.getSimpleName());
        }
        return type.cast(array);
    }

    @Override
    public GlobalArray make(final TaskContext ctx, final ArraySpec spec) throws SuspendExecution {
        return allocate(ctx, spec);
    }

    @Override
    public void free(final TaskContext ctx, final long number) throws SuspendExecution {
        EngineTask.of(ctx).shield();                       // bodies free their arrays in a finally block
        try {
            ctx.executeOnAll(node -> of(node).forget(number));
            giveBack(ctx, number);
        } finally {
            EngineTask.of(ctx).unshield();
        }
    }

    private static void giveBack(final TaskContext ctx, final long number) throws SuspendExecution {
        if (ctx.nodeId() == 0) {
            of(ctx).segments.ids().giveBack(number, 1);
        } else {
            ctx.execute(0, root -> of(root).segments.ids().giveBack(number, 1));
        }
    }

    private void forget(final long number) {
        if (find(number) != null) {
            remove(IdSupply.id(number));
            regions.free(IdSupply.id(number));
        }
    }

    /** Undoes what has been done here for an array that not all nodes have made. */
    private void undo(final int id) {
        remove(id);
        regions.discard(id);
    }

    /** Removes all but the region of an array, be it reserved or created. */
    private void remove(final int id) {
        final Long unused = reserved.remove(id);
        if (unused != null) {
            segments.unreserve(unused);
        }
        final GlobalArray array = arrays.remove(id);
        if (array != null) {
            array.markFreed();
            named.remove(array.name(), array);
        }
        final ArrayCombining.TablePlan plan = plans.remove(id);
        if (plan != null) {
            heap.give(ofAllLanes(plan));
            if (array != null) {
                segments.unreserve(ofAllLanes(plan));
            }
        }
        takenNames.values().remove(id);
    }

    /** Returns the number of arrays that have not been freed. */
    int count() {
        return arrays.size();
    }
}
