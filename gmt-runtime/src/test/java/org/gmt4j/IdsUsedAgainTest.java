package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongSupplier;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.Mutexes;
import org.gmt4j.engine.container.StoreTable;
import org.gmt4j.engine.ids.IdSupply;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A cluster lives longer than there are ids: what was freed long ago gives its id to others, and is not mistaken. */
@Timeout(120)
class IdsUsedAgainTest {
    private static final int LEFT = 40;
    /** Ids that the runtime keeps for services of its own. */
    private static final int OWN_SERVICES = 16;
    private static final int ROUNDS = 200;

    /** Leaves few ids. */
    private static void use(final LongSupplier ids) {
        for (int id = LEFT; id <= CommandWord.MAX_ID; id++) {
            assertTrue(ids.getAsLong() != IdSupply.NONE);
        }
    }

    private static TaskRuntime runtime(final TaskContext ctx) {
        return EngineTask.of(ctx).runtime();
    }

    private static void useArrayIds(final TaskContext ctx) {
        use(runtime(ctx).service(SegmentTable.class).ids()::take);
    }

    /** Arrays that are long enough to be shared, so that windows are kept, and others. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldAllocateForEver(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, IdsUsedAgainTest.class)) {
            cluster.run(IdsUsedAgainTest::useArrayIds);
            cluster.run(ctx -> {
                for (int i = 0; i < ROUNDS; i++) {
                    final int round = i;
                    final int length = i % 3 == 0 ? 20_000 : 7;
                    final GlobalLongArray array = GlobalLongArray.allocate(ctx, (long) nodes * length);
                    assertEquals(0, array.sum(ctx), "zeros");
                    array.fill(ctx, round);
                    final ArmciMemory memory = Armci.of(ctx).allocate(8L * length);
                    Armci.of(ctx).putLong(memory, nodes - 1, 8, round);
                    assertEquals((long) nodes * length * round, array.sum(ctx));
                    assertEquals(round, Armci.of(ctx).getLong(memory, nodes - 1, 8));
                    Armci.of(ctx).free(memory);
                    ctx.execute(round % nodes, array::free);
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldNotMistakeAnotherArrayForAFreedOne(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, IdsUsedAgainTest.class)) {
            cluster.run(IdsUsedAgainTest::useArrayIds);
            final GlobalLongArray freed = cluster.call(ctx -> {
                final GlobalLongArray array = GlobalLongArray.allocate(ctx, nodes);
                array.free(ctx);
                return array;
            });
            final GlobalLongArray other = cluster.call(ctx -> again(ctx, nodes, freed));
            assertEquals(freed.id(), other.id());
            assertThrows(GmtException.class, () -> cluster.run(ctx -> freed.put(ctx, nodes - 1, 5)));
            final ParForException refused = assertThrows(ParForException.class,
                () -> cluster.run(ctx -> ctx.execute(nodes - 1, c -> freed.put(c, nodes - 1, 5))));
            assertTrue(refused.getMessage().contains("GMT-235"), refused.getMessage());
            assertThrows(GmtException.class, () -> cluster.run(freed::free));
            final long value = cluster.call(ctx -> ctx.call(nodes - 1, c -> other.get(c, nodes - 1)));
            assertEquals(7, value);
        }
    }

    /** Returns the array that has the id of another one, with sevens. */
    private static GlobalLongArray again(final TaskContext ctx, final int nodes, final GlobalLongArray freed)
        throws SuspendExecution {
        for (;;) {
            final GlobalLongArray array = GlobalLongArray.allocate(ctx, nodes);
            if (array.id() == freed.id()) {
                array.fill(ctx, 7);
                return array;
            }
            array.free(ctx);
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldOpenVisitorsForEver(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, IdsUsedAgainTest.class)) {
            cluster.run(ctx -> {
                use(runtime(ctx).visitors()::take);
                use(runtime(ctx).wideVisitors()::take);
                use(runtime(ctx).bulkVisitors()::take);
                final GlobalLongArray sums = GlobalLongArray.allocate(ctx, nodes);
                for (int i = 0; i < ROUNDS; i++) {
                    final Visitor visitor = Visitor.open(ctx, sums, (index, argument, c) -> sums.addNb(c, index, 1));
                    final WideVisitor wide = WideVisitor.open(ctx, sums,
                        (final long index, final long first, final long second, final TaskContext c) ->
                            sums.addNb(c, index, second));
                    final BulkVisitor bulk = BulkVisitor.open(ctx, (address, length, c) -> sums.addNb(c, 0, 100));
                    visitor.send(ctx, nodes - 1, 0);
                    wide.send(ctx, nodes - 1, 0, 10);
                    bulk.send(ctx, nodes - 1, sums.localAddress(), 8);
                    ctx.awaitVisits();
                    ctx.execute(i % nodes, visitor::close);
                    ctx.execute(i % nodes, wide::close);
                    bulk.close(ctx);
                }
                assertEquals(ROUNDS * 111L, sums.sum(ctx));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldCreateMutexesForEver(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, IdsUsedAgainTest.class)) {
            cluster.run(ctx -> {
                use(runtime(ctx).remoteServices().ids()::take);
                final Mutexes first = Mutexes.create(ctx, 1);
                first.destroy(ctx);
                Mutexes set = first;
                for (int i = 0; i < ROUNDS; i++) {
                    set = Mutexes.create(ctx, 2);
                    set.lock(ctx, nodes - 1, 1);
                    assertFalse(first.isHeld(ctx, nodes - 1, 1));
                    assertDestroyed(ctx, first, nodes - 1);
                    set.unlock(ctx, nodes - 1, 1);
                    ctx.execute(i % nodes, set::destroy);
                }
            });
        }
    }

    /** Not mistaken for the set that has its id. */
    private static void assertDestroyed(final TaskContext ctx, final Mutexes destroyed, final int node)
        throws SuspendExecution {
        for (int attempt = 0; attempt < 3; attempt++) {
            try {
                switch (attempt) {
                    case 0 -> destroyed.lock(ctx, node, 0);
                    case 1 -> destroyed.tryLock(ctx, node, 0);
                    default -> destroyed.destroy(ctx);
                }
            } catch (final GmtException e) {
                assertTrue(e.getMessage().contains("GMT-283"), e.getMessage());
                continue;
            }
            throw new AssertionError("attempt " + attempt);
        }
    }

    /** As many as there are ids at a time, and no more. */
    @Test
    void shouldRefuseOneSetOfMutexesTooMany() {
        try (GmtCluster cluster = TestClusters.start(2, TestClusters.Plan.SHARED_2, IdsUsedAgainTest.class)) {
            cluster.run(ctx -> {
                use(runtime(ctx).remoteServices().ids()::take);
                for (int i = OWN_SERVICES; i < LEFT; i++) {
                    Mutexes.create(ctx, 1);
                }
            });
            final GmtException refused = assertThrows(GmtException.class,
                () -> cluster.run(ctx -> Mutexes.create(ctx, 1)));
            assertTrue(refused.getMessage().contains("GMT-289"), refused.getMessage());
        }
    }

    @Test
    void shouldAllocateContainersForEver() {
        try (GmtCluster cluster = TestClusters.start(3, TestClusters.Plan.SHARED_2, IdsUsedAgainTest.class)) {
            cluster.run(ctx -> {
                use(runtime(ctx).service(StoreTable.class).ids()::take);
                GlobalHashMap before = null;
                for (int i = 0; i < ROUNDS; i++) {
                    final GlobalHashMap map = GlobalHashMap.allocate(ctx, 64);
                    map.put(ctx, i, i + 1);
                    assertEquals(1, map.size(ctx));
                    assertEquals(i + 1, map.get(ctx, i, 0));
                    ctx.execute(i % 3, map::free);
                    assertTrue(before == null || !before.isAlive());
                    before = map;
                }
            });
        }
    }
}
