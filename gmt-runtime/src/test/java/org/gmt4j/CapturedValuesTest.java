package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.armci.RemoteProcedure;
import org.gmt4j.fibers.TrustedStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What bodies may do with captured values, with and without {@code gmt.check.captures}; what they may not is in
 * {@link WrongProgramsTest}.
 */
@Timeout(240)
class CapturedValuesTest {

    record Bins(long[] counts, List<String> names) {
    }

    /** A body whose scratch space does not travel. */
    static final class Scratch implements RangeBody {
        private static final long serialVersionUID = 1L;
        private final GlobalLongArray a;
        private transient long[] own;
        @SuppressWarnings("unused")     // bodies write it
        private transient long calls;

        Scratch(final GlobalLongArray a) {
            this.a = a;
        }

        @Override
        public void run(final long low, final long high, final TaskContext ctx) {
            own = own == null ? new long[1] : own;
            own[0] = high - low;
            calls++;
            a.addNb(ctx, 0, own[0]);
        }
    }

    /** A body without state that travels. */
    static final class Forgetful implements IndexBody {
        private static final long serialVersionUID = 1L;
        private transient long calls;
        private transient long[] own = new long[1];

        @Override
        public void run(final long index, final TaskContext ctx) {
            own = own == null ? new long[2] : own;
            calls += own.length;
        }
    }

    /** Else what the caller sees would depend on the number of nodes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRunOnACopyOfAnObjectThatHasTransientFieldsOnly(final int nodes) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(CapturedValuesTest.class).start()) {
            final Forgetful body = new Forgetful();
            cluster.run(ctx -> ctx.parFor(100, 10, body));
            assertEquals(0, body.calls);
            assertEquals(1, body.own.length);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetBodiesReadAndWorkOnWhatTheyMake(final boolean isChecked) {
        run(isChecked, ctx -> {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, 4);
            final long[] weights = {1, 2, 3};
            final Bins bins = new Bins(new long[] {7}, List.of("x", "y"));
            ctx.parFor(100, 10, (i, c) -> {
                final long[] own = weights.clone();
                own[0] += weights[1];
                long[] other = weights;
                final long read = other[2];
                other = new long[2];
                other[1] = read;
                final List<Long> found = new ArrayList<>();
                found.add(own[0] + other[1] + bins.counts()[0] + bins.names().size());
                a.addNb(c, 1, found.get(0));
            });
            ctx.parFor(100, 7, new Scratch(a));
            assertEquals(100, a.get(ctx, 0));
            assertEquals(1500, a.get(ctx, 1));
        });
    }

    /** Verbs may fill arrays that the body makes, and read from captured ones. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetVerbsFillWhatBodiesMakeAndReadWhatTheyCapture(final boolean isChecked) {
        run(isChecked, ctx -> {
            final GlobalLongArray a = GlobalLongArray.of(ctx, 1, 2, 3, 4);
            final GlobalLongArray b = GlobalLongArray.allocate(ctx, 4);
            final long[] indices = {0, 1, 2, 3};
            final long[] values = {5, 6, 7, 8};
            ctx.parFor(1, 1, (i, c) -> {
                final long[] own = new long[4];
                a.get(c, 0, own, 0, 4);
                a.fetchAddNb(c, 0, 1, own, 0);
                a.compareAndSetEachNb(c, indices, 0, 4, 77, 78, own, 0);
                a.getPatch(c, Patch.of(0, 4), LocalBuffer.of(own), Patch.of(0, 4));
                b.put(c, 0, values, 0, 4);
                b.addEachNb(c, indices, 0, 4, 1);
                b.put(c, 3, LongBuffer.wrap(values, 0, 1));
                b.putPatch(c, LocalBuffer.of(values), Patch.of(1, 1), Patch.of(1, 1));
                c.await();
                final long[] sums = new long[1];
                LongStream.of(indices).forEach(k -> sums[0] += values[(int) k] + LocalBuffer.of(values).getLong(8));
                b.addNb(c, 0, sums[0]);
            });
            assertEquals(6 + 26 + 4 * 6, b.get(ctx, 0));
            assertEquals(5, b.get(ctx, 3));
            assertEquals(2, a.get(ctx, 0));
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetBodiesReadCapturedCollections(final boolean isChecked) {
        run(isChecked, ctx -> {
            final ArrayList<Long> list = new ArrayList<>(List.of(3L, 1L, 2L));
            final Map<String, Long> map = new HashMap<>(Map.of("a", 1L, "b", 2L));
            final Set<Integer> set = new HashSet<>(Set.of(1, 2, 3));
            final List<Long> sums = ctx.callOnAll(c -> {
                long sum = list.stream().mapToLong(Long::longValue).sum() + set.stream().mapToInt(i -> i).sum();
                for (final Map.Entry<String, Long> entry : map.entrySet()) {
                    sum += entry.getValue() + entry.getKey().length();
                }
                final List<Long> sorted = new ArrayList<>(list);
                sorted.sort(null);
                return sum + 100 * sorted.get(0)
                    + (list.equals(List.of(3L, 1L, 2L)) && map.get("b") == 2 && set.contains(3) ? 1000 : 0);
            });
            assertEquals(List.of(1117L, 1117L), sums);
        });
    }

    @Test
    @SuppressWarnings("unchecked")      // clones of their type
    void shouldLetBodiesChangeClonesOfCapturedCollections() {
        run(true, ctx -> {
            final ArrayList<Long> list = new ArrayList<>(List.of(3L, 1L, 2L));
            final LinkedHashMap<Long, Long> map = new LinkedHashMap<>(Map.of(1L, 2L));
            final LinkedHashSet<Long> set = new LinkedHashSet<>(Set.of(1L));
            final List<String> seen = ctx.callOnAll(c -> {
                final List<Long> ownList = (List<Long>) list.clone();
                final Map<Long, Long> ownMap = (Map<Long, Long>) map.clone();
                final Set<Long> ownSet = (Set<Long>) set.clone();
                ownList.sort(null);
                ownMap.put(2L, 3L);
                ownMap.keySet().remove(1L);
                ownSet.add(2L);
                ownSet.remove(1L);
                return ownList + " " + ownMap + " " + ownSet + list + map + set;
            });
            final String expected = "[1, 2, 3] {2=3} [2][3, 1, 2]{1=2}[1]";
            assertEquals(List.of(expected, expected), seen);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetBodiesSearchCapturedSortedCollections(final boolean isChecked) {
        run(isChecked, ctx -> {
            final TreeMap<Integer, String> map = new TreeMap<>(Map.of(1, "a", 5, "b", 9, "c"));
            final NavigableSet<Integer> set = new TreeSet<>(Set.of(1, 5, 9));
            final List<String> seen = ctx.callOnAll(c -> map.headMap(9) + " " + map.floorKey(4) + map.descendingMap()
                + map.firstEntry() + map.keySet() + map.values() + " " + set.floor(4) + set.tailSet(5)
                + set.descendingSet() + set + map.equals(new TreeMap<>(map)) + set.equals(new TreeSet<>(set)));
            final String expected = "{1=a, 5=b} 1{9=c, 5=b, 1=a}1=a[1, 5, 9][a, b, c]"
                + " 1[5, 9][9, 5, 1][1, 5, 9]truetrue";
            assertEquals(List.of(expected, expected), seen);
        });
    }

    @Test
    void shouldRefuseEveryWayToChangeACapturedSortedCollection() {
        for (int k = 0; k < sortedChanges().size(); k++) {
            final int change = k;
            final NavigableMap<Long, Long> map = new TreeMap<>(Map.of(1L, 2L));
            final NavigableSet<Long> set = new TreeSet<>(Set.of(1L));
            final String message = messages(assertThrows(RuntimeException.class,
                () -> run(false, ctx -> ctx.executeOnAll(c -> {
                sortedChanges().get(change).accept(map, set);
            })), "change " + change));
            assertTrue(message.contains("GMT-703") || message.contains("UnsupportedOperationException"),
                "change " + change + ": " + message);
        }
    }

    private static List<BiConsumer<NavigableMap<Long, Long>, NavigableSet<Long>>> sortedChanges() {
        return List.of((m, s) -> m.put(1L, 1L), (m, s) -> m.putAll(Map.of(2L, 3L)), (m, s) -> m.pollFirstEntry(),
            (m, s) -> m.pollLastEntry(), (m, s) -> m.remove(1L), (m, s) -> m.clear(), (m, s) -> m.keySet().clear(),
            (m, s) -> m.headMap(5L, true).clear(), (m, s) -> m.tailMap(0L).put(3L, 4L),
            (m, s) -> m.descendingMap().remove(1L), (m, s) -> m.subMap(0L, 9L).clear(),
            (m, s) -> m.entrySet().iterator().next().setValue(5L), (m, s) -> m.merge(1L, 1L, Long::sum),
            (m, s) -> m.navigableKeySet().pollFirst(), (m, s) -> m.values().clear(),
            (m, s) -> m.descendingKeySet().clear(), (m, s) -> m.replaceAll((a, b) -> b),
            (m, s) -> s.add(2L), (m, s) -> s.pollFirst(), (m, s) -> s.pollLast(), (m, s) -> s.remove(1L),
            (m, s) -> s.clear(), (m, s) -> removeFirst(s.iterator()), (m, s) -> removeFirst(s.descendingIterator()),
            (m, s) -> s.headSet(5L, true).clear(), (m, s) -> s.tailSet(0L).clear(), (m, s) -> s.subSet(0L, 9L).clear(),
            (m, s) -> s.descendingSet().clear(), (m, s) -> s.removeIf(x -> true), (m, s) -> s.addAll(Set.of(7L)));
    }

    @Test
    void shouldGiveSortedAndLinkedResultsOfTheirOwnType() {
        run(false, ctx -> {
            final TreeMap<Integer, String> map = ctx.call(1, c -> new TreeMap<>(Map.of(2, "b", 1, "a")));
            assertEquals("a", map.pollFirstEntry().getValue());
            final TreeSet<Integer> set = ctx.call(1, c -> new TreeSet<>(Set.of(2, 1)));
            assertEquals(1, set.pollFirst());
            final LinkedList<Integer> list = ctx.call(1, c -> new LinkedList<>(List.of(1, 2)));
            assertEquals(2, list.removeLast());
            final TreeSet<Integer> captured = new TreeSet<>(Set.of(1));
            final TreeSet<Integer> returned = ctx.call(1, c -> captured);
            returned.add(2);
            assertEquals(Set.of(1, 2), returned);
        });
    }

    @Test
    void shouldGiveResultsThatTheCallerMayChange() {
        run(false, ctx -> {
            final List<Long> captured = new ArrayList<>(List.of(1L));
            final List<Long> result = ctx.call(1, c -> captured);
            result.add(2L);
            assertEquals(List.of(1L, 2L), result);
        });
    }

    @Test
    void shouldRefuseEveryWayToChangeACapturedCollection() {
        final List<Long> list = new ArrayList<>(List.of(1L, 2L));
        final List<Consumer<Object>> changes = changes();
        for (int k = 0; k < changes.size(); k++) {
            final int change = k;
            final Map<Long, Long> map = new HashMap<>(Map.of(1L, 2L));
            final Set<Long> set = new HashSet<>(Set.of(1L));
            final String message = messages(assertThrows(RuntimeException.class,
                () -> run(false, ctx -> ctx.executeOnAll(c -> {
                changes().get(change).accept(change < 10 ? list : change < 18 ? map : set);
            })), "change " + change));
            assertTrue(message.contains("GMT-703") || message.contains("UnsupportedOperationException"),
                "change " + change + ": " + message);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Consumer<Object>> changes() {
        return List.of(l -> ((List<Object>) l).add(1L), l -> ((List<Object>) l).add(0, 1L),
            l -> ((List<Object>) l).set(0, 1L), l -> ((List<Object>) l).remove(0), l -> ((List<Object>) l).sort(null),
            l -> ((List<Object>) l).subList(0, 1).clear(), l -> removeFirst(((List<Object>) l).iterator()),
            l -> ((List<Object>) l).replaceAll(x -> x), l -> ((List<Object>) l).removeIf(x -> true),
            l -> ((List<Object>) l).listIterator().add(1L), m -> ((Map<Object, Object>) m).put(1L, 1L),
            m -> ((Map<Object, Object>) m).merge(1L, 1L, (a, b) -> a),
            m -> ((Map<Object, Object>) m).computeIfAbsent(7L, k -> k), m -> ((Map<Object, Object>) m)
                .keySet().remove(1L),
            m -> ((Map<Object, Object>) m).values().clear(),
            m -> removeFirst(((Map<Object, Object>) m).entrySet().iterator()),
            m -> ((Map<Object, Object>) m).entrySet().iterator().next().setValue(3L),
            m -> ((Map<Object, Object>) m).clear(), s -> ((Set<Object>) s).add(1L), s -> ((Set<Object>) s).remove(1L),
            s -> removeFirst(((Set<Object>) s).iterator()),
            s -> ((Set<Object>) s).clear(), s -> ((Set<Object>) s).removeIf(x -> true));
    }

    private static void removeFirst(final Iterator<?> iterator) {
        iterator.next();
        iterator.remove();
    }

    @Test
    @TrustedStores("each chunk writes before it reads: scratch space")
    void shouldBelieveWhoeverKnowsBetter() {
        run(false, ctx -> {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, 1);
            final long[] scratch = new long[1];
            ctx.parFor(100, 10, (i, c) -> {
                scratch[0] = i;
                a.addNb(c, 0, scratch[0]);
            });
            assertEquals(4950, a.get(ctx, 0));
        });
    }

    /** The root task runs where it was written: what it stores is seen. */
    @Test
    void shouldLetTheRootTaskStoreIntoWhatItCaptures() {
        final long[] seen = new long[1];
        run(true, ctx -> seen[0] = ctx.nodeCount());
        assertEquals(2, seen[0]);
    }

    @Test
    void shouldFindWhatABodyOfEachKindChangesBehindTheScenes() {
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            final IndexBody body = (i, c) -> hidden(x);
            ctx.parFor(10, 1, body);
        });
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            ctx.call(1, c -> hidden(x));
        });
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            ctx.callLocal(1, c -> hidden(x));
        });
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            ctx.executeOnAll(c -> hidden(x));
        });
    }

    @Test
    void shouldFindWhatVisitsAndProceduresChangeBehindTheScenes() {
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            final Visitor visitor = Visitor.open(ctx, GlobalLongArray.allocate(ctx, 10), (i, y, c) -> hidden(x));
            visitor.send(ctx, 9, 1);
            ctx.await();
        });
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            final RemoteProcedure procedure = RemoteProcedure.register(ctx, (c, header, data) -> {
                hidden(x);
                return header;
            });
            procedure.call(ctx, 1, new byte[1], new byte[0]);
        });
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            final RemoteProcedure procedure = RemoteProcedure.registerWaiting(ctx, (c, header, data) -> {
                c.yield();
                hidden(x);
                return header;
            });
            procedure.call(ctx, 1, new byte[1], new byte[0]);
        });
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            final BulkVisitor visitor = BulkVisitor.open(ctx, (address, length, c) -> hidden(x));
            visitor.send(ctx, 1, new UnsafeBuffer(ByteBuffer.allocateDirect(8)).addressOffset(), 8);
            ctx.await();
        });
    }

    /** The runtime's own body stands around the user's: his variable is named all the same. */
    @Test
    void shouldNameTheUsersVariableInReductionsAndWideVisits() {
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            ctx.sum(10, 1, (i, c) -> hidden(x));
        });
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            ctx.reduceDouble(10, 1, 0, Double::sum, (i, c) -> hidden(x));
        });
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            ctx.reduce(10, 1, 0, (a, b) -> a + b + 0 * hidden(x), (i, c) -> i);
        }, "GMT-702 component 'function'");
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            final PairVisitBody body = (i, first, second, c) -> hidden(x);
            final WideVisitor visitor = WideVisitor.open(ctx, GlobalLongArray.allocate(ctx, 10), body);
            visitor.send(ctx, 0, 1, 2);
            ctx.await();
        });
        assertChangeFound(ctx -> {
            final long[] x = new long[1];
            final TripleVisitBody body = (i, first, second, third, c) -> hidden(x);
            final WideVisitor visitor = WideVisitor.open(ctx, GlobalLongArray.allocate(ctx, 10), body);
            visitor.send(ctx, 0, 1, 2, 3);
            ctx.await();
        });
    }

    private static void assertChangeFound(final TaskBody body) {
        assertChangeFound(body, "GMT-702 captured variable 'x' (long[1]) of the lambda at "
            + CapturedValuesTest.class.getName());
    }

    private static void assertChangeFound(final TaskBody body, final String words) {
        run(false, body);
        final String message = messages(assertThrows(RuntimeException.class, () -> run(true, body)));
        assertTrue(message.contains(words), message);
    }

    private interface Hidden {
        default long change(final long[] x) {
            return x[0]++;
        }
    }

    private static long hidden(final long[] x) {
        final Hidden hidden = new Hidden() {
        };
        return hidden.change(x);
    }

    private static String messages(final Throwable failure) {
        final StringBuilder text = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            text.append(cause.getMessage()).append(' ');
        }
        return text.toString();
    }

    private static void run(final boolean isChecked, final TaskBody body) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).checkCaptures(isChecked)
            .register(CapturedValuesTest.class).start()) {
            cluster.run(body);
        }
    }
}
