package org.gmt4j.bench.containers;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.ContainerSpec;
import org.gmt4j.GlobalBag;
import org.gmt4j.GlobalContainer;
import org.gmt4j.GlobalHashMap;
import org.gmt4j.GlobalHashSet;
import org.gmt4j.GlobalStringHashMap;
import org.gmt4j.GmtCluster;
import org.gmt4j.Merge;
import org.gmt4j.NodeLocal;
import org.gmt4j.RangeBody;
import org.gmt4j.bench.sequence.RandomIndex;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.cli.AppRun;

/** The containers that operations go to, timed and checked. Main thread of node 0. */
final class ContainerTrials {
    private static final int CHUNK = 4096;
    private final GmtCluster cluster;
    private final AppRun run;
    private final int log2;
    private final int shift;
    private final GlobalHashMap map;
    private final GlobalHashMap skewed;
    private final GlobalHashMap combined;
    private final GlobalStringHashMap strings;
    private final GlobalHashSet set;
    private final GlobalBag bag;
    private final NodeLocal<String[]> words;
    private final String[] ownWords;
    private final SerialTable table;
    private final Map<Long, Long> serialMap = new HashMap<>();
    private final Map<String, Long> serialStrings = new HashMap<>();
    /** Keys that the set should have, by their index. */
    private final BitSet added = new BitSet();
    private boolean isFilled;
    /** Sums that a container should have, by its name. */
    private final Map<String, long[]> expected = new HashMap<>();

    ContainerTrials(final GmtCluster cluster, final int log2, final AppRun run) {
        this.cluster = cluster;
        this.run = run;
        this.log2 = log2;
        shift = Long.SIZE - log2;
        final int keys = 1 << log2;
        final int size = log2;
        map = cluster.call(ctx -> GlobalHashMap.allocate(ctx, ContainerSpec.of(keys).named("map")));
        skewed = cluster.call(ctx -> GlobalHashMap.allocate(ctx, ContainerSpec.of(keys).named("skewed")));
        combined = cluster.call(ctx -> GlobalHashMap.allocate(ctx,
            ContainerSpec.of(keys).named("combined").merging(Merge.ADD)));
        strings = cluster.call(ctx -> GlobalStringHashMap.allocate(ctx, ContainerSpec.of(keys).named("strings")));
        set = cluster.call(ctx -> GlobalHashSet.allocate(ctx, ContainerSpec.of(keys).named("set")));
        bag = cluster.call(ctx -> GlobalBag.allocate(ctx, 1));
        words = cluster.call(ctx -> NodeLocal.create(ctx, node -> ContainerKeys.text(1, size)));
        ownWords = ContainerKeys.text(1, log2);
        table = new SerialTable(log2);
    }

    Measured.Sample run(final ContainerRow row, final long atLeast, final long seed) {
        final long perNode = Measured.wholeChunks(atLeast, CHUNK);
        final int bits = shift;
        final GlobalHashMap longs = map;
        switch (row) {
            case MERGE_LONGS:
                return checked(onNodes(perNode, ContainerBodies.mergeLongs(map, seed, bits)), row, map, seed);
            case MERGE_SKEWED:
                return checked(onNodes(perNode, ContainerBodies.mergeSkewed(skewed, seed, bits)), row, skewed, seed);
            case MERGE_COMBINED:
                return checked(onNodes(perNode, ContainerBodies.mergeSkewed(combined, seed, bits)), row, combined,
                    seed);
            case MERGE_STRINGS:
                return checkedStrings(onNodes(perNode, ContainerBodies.mergeStrings(strings, words)));
            case SET_ADD:
                return checkedSet(onNodes(perNode, ContainerBodies.addLongs(set, seed, bits)), seed);
            case GET_LONGS:
                fill();
                return checkedGets(onNodes(perNode, ContainerBodies.getLongs(longs, seed, bits)), false);
            case GET_BLOCKING:
                fill();
                return checkedGets(onNodes(perNode, ContainerBodies.blockingGets(longs, seed, bits)), true);
            case BAG_ADD:
                return emptied(onNodes(perNode, ContainerBodies.appendAnywhere(bag, seed)), seed);
            default:
                return serial(row, perNode, seed);
        }
    }

    /** Before the first gets: each of them finds its key, whatever has been merged. */
    private void fill() {
        if (isFilled) {
            return;
        }
        isFilled = true;
        final GlobalHashMap longs = map;
        final long keys = 1L << log2;
        cluster.run(ctx -> ctx.parFor(keys, CHUNK, ContainerBodies.fill(longs)));
        final long[] sums = expected.computeIfAbsent(ContainerRow.MERGE_LONGS.label(), label -> new long[2]);
        for (int k = 0; k < keys; k++) {
            sums[0]++;
            sums[1] += ContainerKeys.number(k);
        }
    }

    private Measured.Sample onNodes(final long perNode, final RangeBody body) {
        final long operations = perNode * cluster.nodeCount();
        final long ns = cluster.call(ctx -> {
            final long startNs = System.nanoTime();
            ctx.parFor(operations, CHUNK, body);
            return System.nanoTime() - startNs;
        });
        return new Measured.Sample(operations, ns);
    }

    private Measured.Sample checked(final Measured.Sample sample, final ContainerRow row, final GlobalHashMap counted,
                                    final long seed) {
        if (run.verify()) {
            final long[] sums = expected.computeIfAbsent(row.label(), label -> new long[2]);
            for (long k = 0; k < sample.operations(); k++) {
                sums[0]++;
                sums[1] += ContainerKeys.number(row == ContainerRow.MERGE_LONGS ? ContainerKeys.index(seed, k, shift)
                    : ContainerKeys.skewed(seed, k, shift));
            }
            verify(sums, cluster.call(ctx -> ContainerBodies.sums(ctx, counted)));
        }
        return sample;
    }

    private Measured.Sample checkedStrings(final Measured.Sample sample) {
        if (run.verify()) {
            final GlobalStringHashMap counted = strings;
            final long[] sums = expected.computeIfAbsent("strings", label -> new long[2]);
            for (long k = 0; k < sample.operations(); k++) {
                sums[0]++;
                sums[1] += ownWords[(int) k & ownWords.length - 1].hashCode();
            }
            verify(sums, cluster.call(ctx -> ContainerBodies.sums(ctx, counted)));
        }
        return sample;
    }

    private void verify(final long[] sums, final long[] found) {
        run.result().verified(sums[0] == found[0] && sums[1] == found[1]);
    }

    private Measured.Sample checkedSet(final Measured.Sample sample, final long seed) {
        if (run.verify()) {
            final GlobalHashSet keys = set;
            final long[] sums = expected.computeIfAbsent("set", label -> new long[2]);
            for (long k = 0; k < sample.operations(); k++) {
                final int index = ContainerKeys.index(seed, k, shift);
                if (!added.get(index)) {
                    added.set(index);
                    sums[0]++;
                    sums[1] += ContainerKeys.number(index);
                }
            }
            verify(sums, cluster.call(ctx -> ContainerBodies.sums(ctx, keys)));
        }
        return sample;
    }

    /** Gets of all keys must find what the merges so far have made: something of each key. */
    private Measured.Sample checkedGets(final Measured.Sample sample, final boolean isBlocking) {
        if (run.verify()) {
            final GlobalHashMap longs = map;
            final int size = log2;
            final long[] sums = expected.getOrDefault(ContainerRow.MERGE_LONGS.label(), new long[2]);
            run.result().verified(sums[0] >= 1L << size);
            verify(sums, cluster.call(ctx -> ContainerBodies.found(ctx, longs, size, isBlocking)));
        }
        return sample;
    }

    private Measured.Sample emptied(final Measured.Sample sample, final long seed) {
        final GlobalBag items = bag;
        if (run.verify()) {
            final long[] sums = {sample.operations(), 0};
            for (long k = 0; k < sample.operations(); k++) {
                sums[1] += RandomIndex.word(seed, k);
            }
            verify(sums, cluster.call(ctx -> ContainerBodies.sums(ctx, items)));
        }
        cluster.run(items::clear);
        return sample;
    }

    private Measured.Sample serial(final ContainerRow row, final long operations, final long seed) {
        final long startNs = System.nanoTime();
        if (row == ContainerRow.SERIAL_OPEN) {
            for (long k = 0; k < operations; k++) {
                table.add(ContainerKeys.number(ContainerKeys.index(seed, k, shift)), 1);
            }
        } else if (row == ContainerRow.SERIAL_HASH_MAP) {
            for (long k = 0; k < operations; k++) {
                serialMap.merge(ContainerKeys.number(ContainerKeys.index(seed, k, shift)), 1L, Long::sum);
            }
        } else {
            for (long k = 0; k < operations; k++) {
                serialStrings.merge(ownWords[(int) k & ownWords.length - 1], 1L, Long::sum);
            }
        }
        return new Measured.Sample(operations, System.nanoTime() - startNs);
    }

    void free() {
        for (final GlobalContainer container : List.of(map, skewed, combined, strings, set, bag)) {
            cluster.run(container::free);
        }
        cluster.run(words::free);
    }
}
