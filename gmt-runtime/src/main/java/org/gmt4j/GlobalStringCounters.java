package org.gmt4j;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.gmt4j.engine.container.EntryOperation;
import org.gmt4j.engine.container.TextBatch;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Counts by key of type {@code String} in the global address space, and the largest of them.
 * See {@link GlobalContainer} for waiting, consistency and memory, and {@link GlobalStringHashMap} for costs.
 *
 * <pre>{@code
 * GlobalStringCounters counts = GlobalStringCounters.allocate(ctx, 100_000);
 * ctx.parFor(n, (i, c) -> counts.addNb(c, word(i), 1));
 * for (GlobalStringCounters.Count most : counts.top(ctx, 10)) { ... }
 * }</pre>
 */
public final class GlobalStringCounters extends TextKeyed {
    private static final Comparator<Count> SMALLEST_FIRST = Comparator.comparingLong(Count::count)
        .thenComparing(Count::key, Comparator.reverseOrder());

    /**
     * A key and how often it was counted.
     *
     * @param key   the key
     * @param count its count
     */
    public record Count(String key, long count) implements Transferable {
    }

    private GlobalStringCounters(final ContainerPart part) {
        super(part);
    }

    /** Allocates counts with room for so many keys; they grow with more. Called by one task. */
    public static GlobalStringCounters allocate(final TaskContext ctx, final long expected)
        throws SuspendExecution {
        return allocate(ctx, ContainerSpec.of(expected));
    }

    /** Allocates counts; see {@link ContainerSpec}. Called by one task; others get them by capture. */
    public static GlobalStringCounters allocate(final TaskContext ctx, final ContainerSpec spec)
        throws SuspendExecution {
        return (GlobalStringCounters) ContainerCatalog.allocate(ctx, ContainerKind.STRING_MAP,
            spec.merging(Merge.ADD), 0, part -> new GlobalStringCounters(part));
    }

    /** Returns the counters of a name, once its allocation has returned. See {@link ContainerSpec#named}. */
    public static GlobalStringCounters attach(final TaskContext ctx, final String name) {
        return ContainerCatalog.attach(ctx, name, GlobalStringCounters.class);
    }

    /** Adds to the count of a key. */
    public void addNb(final Issuer issuer, final String key, final long count) {
        noteNb(issuer, EntryOperation.ADD, key, count);
    }

    /** Adds to the count of a key, and returns the sum. */
    public long addAndGet(final TaskContext ctx, final String key, final long count) throws SuspendExecution {
        return call(ctx, EntryOperation.ADD, key, count);
    }

    /** Returns the count of a key, 0 when it was not counted. */
    public long get(final TaskContext ctx, final String key) throws SuspendExecution {
        return call(ctx, EntryOperation.GET, key, 0);
    }

    /**
     * Returns the sum of all counts. Costs a pass over all entries at their owners, while no keys are added.
     *
     * @throws ParForException with GMT-824 as its cause where other tasks have added or removed keys meanwhile
     */
    public long total(final TaskContext ctx) throws SuspendExecution {
        ctx.await();
        final GlobalStringCounters counters = this;
        long total = 0;
        for (final long sum : ctx.callOnAll(node -> counters.totalHere())) {
            total += sum;
        }
        return total;
    }

    private long totalHere() {
        final TextBatch batch = new TextBatch();
        long sum = 0;
        for (int shard = 0; shard < store.shardCount(); shard++) {
            store.begin(batch, shard);
            while (store.next(batch)) {
                for (int i = 0; i < batch.count(); i++) {
                    sum += batch.value(i);
                }
            }
        }
        return sum;
    }

    /**
     * Returns the keys with the largest counts, the largest first; among equal counts the smallest keys. Each node
     * finds its own, in one pass over its entries, while no keys are added, and the caller the largest of these.
     *
     * @param most keys to return at most; small
     * @throws ParForException with GMT-824 as its cause where other tasks have added or removed keys meanwhile
     */
    public List<Count> top(final TaskContext ctx, final int most) throws SuspendExecution {
        if (most < 0) {
            throw new IllegalArgumentException("the largest " + most + " counts; expected 0 or more");
        }
        ctx.await();
        final GlobalStringCounters counters = this;
        final PriorityQueue<Count> largest = new PriorityQueue<>(SMALLEST_FIRST);
        for (final List<Count> counts : ctx.callOnAll(node -> counters.topHere(most))) {
            for (final Count count : counts) {
                offer(largest, most, count);
            }
        }
        return ordered(largest);
    }

    private List<Count> topHere(final int most) {
        final PriorityQueue<Count> largest = new PriorityQueue<>(SMALLEST_FIRST);
        final TextBatch batch = new TextBatch();
        for (int shard = 0; most > 0 && shard < store.shardCount(); shard++) {
            store.begin(batch, shard);
            while (store.next(batch)) {
                for (int i = 0; i < batch.count(); i++) {
                    if (largest.size() < most || batch.value(i) >= largest.element().count()) {
                        offer(largest, most, new Count(batch.key(i), batch.value(i)));
                    }
                }
            }
        }
        return ordered(largest);
    }

    private static void offer(final PriorityQueue<Count> largest, final int most, final Count count) {
        largest.add(count);
        if (largest.size() > most) {
            largest.remove();
        }
    }

    private static List<Count> ordered(final PriorityQueue<Count> counts) {
        final List<Count> list = new ArrayList<>(counts);
        list.sort(SMALLEST_FIRST.reversed());
        return list;
    }

    /**
     * Removes all keys that a test selects, in parallel, each at its owner, and waits. Returns how many went. Each
     * is tested and removed in one step; others may use the counters meanwhile. An exception of the test reaches the
     * caller; keys that it has selected before are gone.
     */
    public long removeIf(final TaskContext ctx, final TextEntryTest test) throws SuspendExecution {
        return removeEntries(ctx, test);
    }

    /** Calls a body for every key with its count, in parallel, each at its owner, and waits. */
    public void forEach(final TaskContext ctx, final TextEntryBody body) throws SuspendExecution {
        ctx.await();
        final GlobalStringCounters counters = this;
        ctx.executeOnAll(node -> counters.forEachLocal(node, body));
    }

    private void forEachLocal(final TaskContext ctx, final TextEntryBody body) throws SuspendExecution {
        final GlobalStringCounters counters = this;
        ctx.parFor(part.store().shardCount(), 1, SpawnPolicy.LOCAL, (low, high, c) ->
            counters.loop(c, low, high, (batch, t) -> each(batch, t, body)));
    }

    private static void each(final TextBatch batch, final TaskContext ctx, final TextEntryBody body)
        throws SuspendExecution {
        for (int i = 0; i < batch.count(); i++) {
            body.run(batch.key(i), batch.value(i), ctx);
        }
    }
}
