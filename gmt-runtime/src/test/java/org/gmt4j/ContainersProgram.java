package org.gmt4j;

import java.util.Map;
import org.gmt4j.fibers.SuspendExecution;

/** A program with containers, run as several processes by tests; its argument says how it ends. */
public final class ContainersProgram {
    private static final int ENTRIES = 30_000;

    private ContainersProgram() {
    }

    public static void main(final String[] args) {
        GmtCluster.main(cluster -> {
            if (args[0].equals("count")) {
                System.out.println(cluster.<String>call(ContainersProgram::count));
            } else {
                cluster.run(ContainersProgram::countForEver);
            }
        });
    }

    private static String count(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap sums = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).merging(Merge.ADD));
        final GlobalStringHashMap words = GlobalStringHashMap.allocate(ctx, 0);
        final GlobalHashSet keys = GlobalHashSet.allocate(ctx, 0);
        final GlobalBag bag = GlobalBag.allocate(ctx, 1);
        ctx.parFor(ENTRIES, 100, (i, c) -> {
            sums.addNb(c, i % 5000, i);
            words.addNb(c, "word ".repeat((int) (i % 3)) + i % 700, 1);
            keys.addNb(c, i * i);
            bag.addNb(c, (int) (i % c.nodeCount()), i);
            if (i % 100 == 0) {
                words.visitNb(c, "visited", (entry, there) -> entry.set(entry.value() + 1));
            }
        });
        ctx.awaitVisits();
        long sum = 0;
        for (final long value : sums.toMap(ctx).values()) {
            sum += value;
        }
        long count = 0;
        for (final Map.Entry<String, Long> entry : words.toMap(ctx).entrySet()) {
            count += entry.getValue();
        }
        final GlobalLongArray items = GlobalLongArray.allocate(ctx, 1);
        bag.forEach(ctx, (item, c) -> items.addNb(c, 0, item));
        return sums.size(ctx) + " " + sum + " " + words.size(ctx) + " " + count + " " + words.get(ctx, "visited", -1)
            + " " + keys.size(ctx) + " " + bag.size(ctx) + " " + items.get(ctx, 0) + " "
            + sums.removeIf(ctx, (key, value) -> key % 2 == 0);
    }

    private static void countForEver(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap sums = GlobalHashMap.allocate(ctx, 0);
        final GlobalStringHashMap words = GlobalStringHashMap.allocate(ctx, 0);
        for (long round = 0;; round++) {
            ctx.parFor(ENTRIES, 100, (i, c) -> {
                sums.addNb(c, i * 7919 % 10_000, 1);
                words.addNb(c, "word " + i % 10_000, 1);
                words.addAndGet(c, "counted " + i % 10, 1);
            });
            if (round == 2) {
                System.out.println("counting");
            }
        }
    }
}
