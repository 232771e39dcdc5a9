package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of docs/tasks.md, compiled and run, as {@link DataPageTest} does it. */
@Timeout(120)
class TasksPageTest {
    private static final String SOURCE = "src/test/java/org/gmt4j/TasksPageTest.java";

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldDoWhatThePageSays(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, TasksPageTest.class)) {
            cluster.run(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                single(ctx, a);
                a.fill(ctx, 0);
                later(ctx, a, nodes - 1);
                a.fill(ctx, 0);
                trees(ctx, a);
                policies(ctx, a);
                together(ctx, a);
                a.fill(ctx, 0);
                progress(ctx, a);
            });
        }
    }

    private static void single(final TaskContext ctx, final GlobalLongArray a) throws SuspendExecution {
        // example
        int last = ctx.nodeCount() - 1;
        int processors = ctx.call(last, c -> Runtime.getRuntime().availableProcessors());  // its result comes back
        ctx.execute(last, c -> a.put(c, 1, 10));                         // without a result
        ctx.executeAt(a, 42, c -> a.setLocal(42, 7));                    // at the owner of element 42
        long seven = ctx.callAt(a, 42, c -> a.getLocal(42));
        List<Integer> ids = ctx.callOnAll(c -> c.nodeId());              // on every node; executeOnAll without results
        // end
        assertTrue(processors > 0);
        assertEquals(10, a.get(ctx, 1));
        assertEquals(7, seven);
        assertEquals(last, ids.get(last));
    }

    private static void later(final TaskContext ctx, final GlobalLongArray a, final int last) throws SuspendExecution {
        a.put(ctx, 999, 3);
        // example
        PendingResult<Long> pending = ctx.callNb(last, c -> a.get(c, 999));
        ctx.executeNb(last, c -> a.addNb(c, 0, 1));
        ctx.parForNb(1000, 64, SpawnPolicy.PARTITION, (i, c) -> a.addNb(c, 0, 1));
        if (!ctx.tryExecute(last, c -> a.addNb(c, 0, 1))) {              // false: nothing was sent
            a.addNb(ctx, 0, 1);
        }
        long value = ctx.await(pending);                                 // of this task alone
        ctx.awaitTasks();                                                // of all Nb and try forms
        // end
        ctx.await();
        assertEquals(3, value);
        assertEquals(1002, a.get(ctx, 0));
        // example
        long there = ctx.callLocal(last, c -> a.localCount());           // in the helper of the node, without a fiber
        // end
        assertTrue(there > 0);
    }

    private static void trees(final TaskContext ctx, final GlobalLongArray a) throws SuspendExecution {
        // example
        TaskHandle tree = ctx.newHandle();
        ctx.execute(tree, 0, c -> grow(c, a, 10));
        ctx.await(tree);                                                 // the whole tree has ended
        // end
        assertEquals(1024, a.get(ctx, 5));
    }

    // example
    static void grow(final TaskContext ctx, final GlobalLongArray leaves, final int depth) {
        if (depth == 0) {
            leaves.addNb(ctx, 5, 1);
            return;
        }
        for (int side = 0; side < 2; side++) {
            ctx.spawnMore((ctx.nodeId() + side) % ctx.nodeCount(), c -> grow(c, leaves, depth - 1));
        }
    }
    // end

    private static void policies(final TaskContext ctx, final GlobalLongArray a) throws SuspendExecution {
        // example
        ctx.parFor(a.size(), 64, SpawnPolicy.ownerOf(a), (i, c) -> a.setLocal(i, i));          // each at its element
        ctx.parFor(10, 1, SpawnPolicy.SPREAD, (i, c) -> a.addNb(c, i, c.nodeId()));            // few, far apart
        ctx.parFor(1000, 8, SpawnPolicy.PARTITION.balanced(), (i, c) -> a.addNb(c, i, 1));     // idle nodes take chunks
        ctx.parFor(10, 1, SpawnPolicy.LOCAL, (i, c) -> a.addNb(c, i, 1));                      // on this node
        // end
        assertEquals(2, a.get(ctx, 0));
        assertEquals(1000, a.get(ctx, 999));
    }

    private static void together(final TaskContext ctx, final GlobalLongArray a) throws SuspendExecution {
        // example
        ctx.executeOnAll(c -> {
            a.put(c, c.nodeId(), c.nodeId() + 1);
            c.barrier();                                                 // the tasks of all nodes have come here
            Collectives all = c.collectives();
            long most = all.allReduce(a.get(c, c.nodeId()), ReduceOperator.MAX);
            String word = all.broadcast(0, c.nodeId() == 0 ? "go" : null);
            List<Long> values = all.allGather(most);                     // in the order of nodes
            a.put(c, 100 + c.nodeId(), values.size() + word.length());
        });
        // end
        assertEquals(ctx.nodeCount() + 2, a.get(ctx, 99 + ctx.nodeCount()));
    }

    private static void progress(final TaskContext ctx, final GlobalLongArray a) throws SuspendExecution {
        // example
        ctx.progress(0, 1000);                                           // done, total: for Job.progress()
        ctx.parFor(1000, 100, (low, high, c) -> {
            for (long i = low; i < high; i++) {
                c.checkCancelled();                                      // ends the body where the job was cancelled
                a.addNb(c, i, 1);
            }
            c.progressed(high - low);                                    // once per chunk at most
        });
        // end
        assertEquals(1000, a.sum(ctx));
    }

    @Test
    void shouldShowExactlyTheseExamples() throws IOException {
        PageExamples.requireSame(SOURCE, 6, "tasks.md");
    }
}
