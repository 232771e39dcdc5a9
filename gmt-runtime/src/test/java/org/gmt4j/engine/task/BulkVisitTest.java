package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.BulkVisitor;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs of bytes to a node: all arrive in one piece each, await() waits for them, and trouble reaches who sent them. */
@Timeout(90)
class BulkVisitTest {
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldHandOverEachRunInOnePiece(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, BulkVisitTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                // Per node: runs, words, and the sum of all words.
                final GlobalLongArray seen = GlobalLongArray.allocate(ctx, 3L * ctx.nodeCount());
                final BulkVisitor visitor = BulkVisitor.open(ctx, (address, length, c) -> {
                    final long at = 3L * c.nodeId();
                    long sum = 0;
                    for (int i = 0; i < length; i += 8) {
                        sum += UnsafeApi.getLong(address + i);
                    }
                    seen.addNb(c, at, 1);
                    seen.addNb(c, at + 1, length / 8);
                    seen.addNb(c, at + 2, sum);
                });
                final int most = visitor.maxLength(ctx);
                final long run = UnsafeApi.allocateMemory(most);
                final long[] expected = new long[3 * ctx.nodeCount()];
                for (int i = 0; i < 200; i++) {
                    final int node = i % ctx.nodeCount();
                    final int length = i % 7 == 0 ? most : i % 7 == 1 ? 8 : 8 * (1 + i);
                    expected[3 * node]++;
                    expected[3 * node + 1] += length / 8;
                    for (int k = 0; k < length; k += 8) {
                        UnsafeApi.putLong(run + k, i * 1000L + k);
                        expected[3 * node + 2] += i * 1000L + k;
                    }
                    visitor.send(ctx, node, run, length);
                }
                UnsafeApi.freeMemory(run);
                ctx.await();
                ctx.awaitVisits();
                final long[] found = new long[expected.length];
                seen.get(ctx, 0, found, 0, found.length);
                for (int i = 0; i < found.length; i++) {
                    failures.add(found[i] == expected[i] ? ""
                        : "figure " + i + ": " + found[i] + ", expected " + expected[i]);
                }
                visitor.close(ctx);
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseBadRunsBeforeAnythingMoves(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, BulkVisitTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final BulkVisitor visitor = BulkVisitor.open(ctx, (address, length, c) -> { });
                final int last = ctx.nodeCount() - 1;
                final long run = UnsafeApi.allocateMemory(64);
                for (final int length : new int[] {0, -8, 4, 12, visitor.maxLength(ctx) + 8}) {
                    try {
                        visitor.send(ctx, last, run, length);
                        failures.add("a run of " + length + " bytes was taken");
                    } catch (final IllegalArgumentException expected) {
                        failures.add(expected.getMessage().contains(length + " bytes") ? "" : expected.getMessage());
                    }
                }
                try {
                    visitor.send(ctx, ctx.nodeCount(), run, 8);
                    failures.add("a node that does not exist was taken");
                } catch (final IndexOutOfBoundsException expected) {
                    failures.add("");
                }
                UnsafeApi.freeMemory(run);
                ctx.await();
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldTellTheSenderOfFailingBodiesAndOfClosedVisitors(final int nodes, final TestClusters.Plan plan) {
        if (nodes < 2) {
            return;
        }
        try (GmtCluster cluster = TestClusters.start(nodes, plan, BulkVisitTest.class)) {
            final ParForException failed = assertThrows(ParForException.class, () -> cluster.call(ctx -> {
                final BulkVisitor visitor = BulkVisitor.open(ctx, (address, length, c) -> {
                    throw new IllegalStateException("on purpose");
                });
                return sendOne(ctx, visitor, 1);
            }));
            assertTrue(failed.getMessage().contains("java.lang.IllegalStateException on node 1: on purpose"),
                failed.getMessage());
            assertThrows(ParForException.class, () -> cluster.call(ctx -> {
                final BulkVisitor visitor = BulkVisitor.open(ctx, (address, length, c) -> { });
                visitor.close(ctx);
                return sendOne(ctx, visitor, 1);
            }));
            final ParForException closed = assertThrows(ParForException.class, () -> cluster.call(ctx -> {
                final BulkVisitor visitor = BulkVisitor.open(ctx, (address, length, c) -> { });
                visitor.close(ctx);
                return sendOne(ctx, visitor, 0);
            }));
            assertTrue(closed.getMessage().contains("GMT-235 visitor "), closed.getMessage());
            assertEquals(7, cluster.<Integer>call(ctx -> 7), "the cluster goes on");
        }
    }

    private static int sendOne(final TaskContext ctx, final BulkVisitor visitor, final int node)
        throws org.gmt4j.fibers.SuspendExecution {
        final long run = UnsafeApi.allocateMemory(8);
        UnsafeApi.putLong(run, 1);
        try {
            visitor.send(ctx, node, run, 8);
        } finally {
            UnsafeApi.freeMemory(run);
        }
        ctx.await();
        return 0;
    }
}
