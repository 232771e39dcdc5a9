package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of docs/containers.md, compiled and run, as {@link DataPageTest} does it. */
@Timeout(120)
class ContainersPageTest {
    private static final String SOURCE = "src/test/java/org/gmt4j/ContainersPageTest.java";
    private static final String TEXT = "the cat and the dog and the tree";

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldDoWhatThePageSays(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ContainersPageTest.class)) {
            cluster.run(ctx -> {
                words(ctx);
                visitors(ctx);
                items(ctx);
                titles(ctx);
                removals(ctx);
                maps(ctx);
            });
        }
    }

    private static void words(final TaskContext ctx) throws SuspendExecution {
        final String[] words = TEXT.split(" ");
        // example
        final GlobalStringCounters counts = GlobalStringCounters.allocate(ctx, 100_000);
        ctx.parFor(words.length, (i, c) -> counts.addNb(c, words[(int) i], 1));
        final List<GlobalStringCounters.Count> most = counts.top(ctx, 2);     // "the" 3, "and" 2
        final long trees = counts.get(ctx, "tree");
        // end
        assertEquals("[Count[key=the, count=3], Count[key=and, count=2]]", most.toString());
        assertEquals(1, trees);
        counts.free(ctx);
    }

    private static void visitors(final TaskContext ctx) throws SuspendExecution {
        final long[] visits = {7, -1, 7, 0, Long.MIN_VALUE, 0};
        // example
        final GlobalHashSet visitors = GlobalHashSet.allocate(ctx, 1_000_000);
        ctx.parFor(visits.length, (i, c) -> visitors.addNb(c, visits[(int) i]));
        final long distinct = visitors.size(ctx);
        final boolean isNew = visitors.add(ctx, 7);                           // false: 7 was there
        // end
        assertEquals(4, distinct);
        assertEquals(false, isNew);
        visitors.free(ctx);
    }

    private static void items(final TaskContext ctx) throws SuspendExecution {
        // example
        final GlobalBag items = GlobalBag.allocate(ctx, 1);                   // records of one long
        items.add(ctx, 1);
        long done = 0;
        for (long level = 1; level > 0; done += level) {
            level = items.drain(ctx, (item, c) -> {                           // what is in it now
                for (long next = 2 * item; next <= 2 * item + 1 && next < 1000; next++) {
                    items.add(c, next);                                       // is there for the next round
                }
            });
            items.rebalance(ctx);                                             // each node as many
        }
        // end
        assertEquals(999, done);
        items.free(ctx);
    }

    private static void titles(final TaskContext ctx) throws SuspendExecution {
        // example
        final GlobalTextHashMap titles = GlobalTextHashMap.allocate(ctx, 1000);
        ctx.parFor(1000, (i, c) -> titles.putNb(c, i, "page " + i));
        final String title = titles.get(ctx, 42, "none");
        final long odd = titles.removeIf(ctx, (key, value) -> value.endsWith("7"));
        // end
        assertEquals("page 42", title);
        assertEquals(100, odd);
        assertEquals(900, titles.size(ctx));
        titles.free(ctx);
    }

    private static void removals(final TaskContext ctx) throws SuspendExecution {
        // example
        final GlobalHashMap seen = GlobalHashMap.allocate(ctx, ContainerSpec.of(1000).named("seen"));
        ctx.parFor(1000, (i, c) -> seen.addNb(c, i, i % 7));
        final long old = seen.removeIf(ctx, (key, value) -> value < 3);       // at the owners; how many went
        final GlobalHashMap same = GlobalHashMap.attach(ctx, "seen");         // in any task of any job
        // end
        assertEquals(429, old);
        assertEquals(571, same.size(ctx));
        same.free(ctx);
    }

    private static void maps(final TaskContext ctx) throws SuspendExecution {
        // example
        final GlobalHashMap best = GlobalHashMap.allocate(ctx,
            ContainerSpec.of(10_000).named("best").within(1 << 20).merging(Merge.MIN));
        ctx.parFor(50_000, (i, c) -> best.mergeNb(c, i % 5000, i, Merge.MIN));
        best.visit(ctx, 42, (entry, c) -> {                                   // at the owner, alone with the entry
            if (entry.isPresent() && entry.value() < 100) {
                entry.set(entry.value() + 1000);
            } else {
                entry.remove();
            }
        });
        final long after = best.compute(ctx, 42, (entry, c) -> entry.value());
        final GlobalLongArray sum = GlobalLongArray.allocate(ctx, 1);
        best.forEach(ctx, (key, value, c) -> sum.addNb(c, 0, value));         // in parallel, where entries are
        final GlobalDoubleHashMap ranks = GlobalDoubleHashMap.allocate(ctx, 1000);
        ranks.addNb(ctx, 7, 0.25);
        final double rank = ranks.addAndGet(ctx, 7, 0.5);                     // 0.75
        // end
        assertEquals(1042, after);
        assertEquals(4999L * 5000 / 2 + 1000, sum.get(ctx, 0));
        assertEquals(0.75, rank);
        for (final GlobalContainer container : List.of(best, ranks)) {
            container.free(ctx);
        }
        sum.free(ctx);
    }

    @Test
    void shouldShowExactlyTheseExamples() throws IOException {
        PageExamples.requireSame(SOURCE, 6, "containers.md");
    }
}
