package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.gmt4j.CaptureException;
import org.gmt4j.Transferable;
import org.gmt4j.engine.function.TestBodies.Bound;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueCodecTest {
    record Mixed(boolean z, byte b, char c, short s, int i, long j, float f, double d, Object any, String text,
            List<Object> list, Map<Object, Object> map, Level level, Mixed next) {
    }

    enum Level {
        LOW, MIDDLE, HIGH
    }

    private static final FunctionRegistry REGISTRY = TestBodies.registryOf(ValueCodecTest.class);

    private static Object travel(final Object value) {
        final ValueWriter out = new ValueWriter(1 << 20);
        REGISTRY.encodeValue(value, "value", out);
        final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(out.length() + 3));
        direct.putBytes(3, out.toByteArray());
        final ValueReader in = new ValueReader().wrap(direct.addressOffset() + 3, out.length());
        final Object copy = REGISTRY.decodeValue(in, TestBodies.NODE_9);
        in.requireEnd();
        return copy;
    }

    private static void assertTravels(final Object value) {
        final Object copy = travel(value);
        assertTrue(Arrays.deepEquals(new Object[] {value}, new Object[] {copy}), () -> value + " arrived as " + copy);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldCarryRandomValues(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            assertTravels(randomValue(random, 4));
        }
    }

    private static Object randomValue(final SplittableRandom random, final int depth) {
        final int count = random.nextInt(5);
        return switch (random.nextInt(depth > 0 ? 28 : 23)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (byte) random.nextInt();
            case 3 -> (char) random.nextInt();
            case 4 -> (short) random.nextInt();
            case 5 -> random.nextInt();
            case 6 -> random.nextLong();
            case 7 -> Float.intBitsToFloat(random.nextInt());
            case 8 -> Double.longBitsToDouble(random.nextLong());
            case 9 -> randomText(random);
            case 10 -> new boolean[] {random.nextBoolean(), true, false};
            case 11 -> randomBytes(random, count);
            case 12 -> randomText(random).toCharArray();
            case 13 -> new short[] {(short) random.nextInt(), -1};
            case 14 -> random.ints(count).toArray();
            case 15 -> random.longs(count).toArray();
            case 16 -> new float[] {random.nextInt(), Float.NaN};
            case 17 -> random.doubles(count).toArray();
            case 18 -> new String[] {randomText(random), null, ""};
            case 19 -> Duration.ofSeconds(random.nextLong(), random.nextInt(1_000_000_000));
            case 20 -> new BigInteger(randomBytes(random, 1 + count));
            case 21 -> Level.values()[random.nextInt(3)];
            case 22 -> new Bound(9, 1, random.nextLong());
            case 23, 24 -> randomList(random, depth - 1);
            case 25 -> new HashSet<>(Arrays.asList(randomText(random), random.nextLong(), null));
            case 26 -> randomMap(random, depth - 1);
            default -> randomRecord(random, depth - 1);
        };
    }

    private static byte[] randomBytes(final SplittableRandom random, final int count) {
        final byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Lone surrogates too: a Java string is a sequence of chars, not of characters. */
    private static String randomText(final SplittableRandom random) {
        final int bound = random.nextBoolean() ? 0x100 : 0x10000;
        final StringBuilder text = new StringBuilder();
        for (int rest = random.nextInt(200); rest > 0; rest--) {
            text.append((char) random.nextInt(bound));
        }
        return text.toString();
    }

    /** Without arrays, which lists do not compare by content. */
    private static Object randomComparable(final SplittableRandom random, final int depth) {
        Object value = randomValue(random, depth);
        while (value != null && value.getClass().isArray()) {
            value = randomValue(random, depth);
        }
        return value;
    }

    private static List<Object> randomList(final SplittableRandom random, final int depth) {
        final List<Object> list = new ArrayList<>();
        for (int rest = random.nextInt(6); rest > 0; rest--) {
            list.add(randomComparable(random, depth));
        }
        return list;
    }

    private static Map<Object, Object> randomMap(final SplittableRandom random, final int depth) {
        final Map<Object, Object> map = new LinkedHashMap<>();
        for (int rest = random.nextInt(6); rest > 0; rest--) {
            map.put(randomComparable(random, depth), randomComparable(random, depth));
        }
        return map;
    }

    private static Mixed randomRecord(final SplittableRandom random, final int depth) {
        return new Mixed(random.nextBoolean(), (byte) random.nextInt(), (char) random.nextInt(),
            (short) random.nextInt(), random.nextInt(), random.nextLong(), random.nextInt(), random.nextDouble(),
            randomComparable(random, depth), randomText(random), randomList(random, depth),
            randomMap(random, depth), Level.HIGH, depth > 0 ? randomRecord(random, depth - 1) : null);
    }

    @Test
    void shouldKeepOrderOfSortedSet() {
        final Object copy = travel(new TreeSet<>(List.of(3, 1, 2)));
        assertEquals("[1, 2, 3]", copy.toString());
    }

    /** So that a variable of the original's type can hold the copy. */
    @Test
    void shouldKeepTypesOfSortedCollectionsAndLinkedLists() {
        for (final Object value : List.of(new TreeSet<>(List.of(3, 1, 2)), new TreeMap<>(Map.of("b", 1, "a", 2)),
            new LinkedList<>(List.of(1, 2)), List.of(new TreeMap<>(), new TreeSet<>()))) {
            final Object copy = travel(value);
            assertEquals(value, copy);
            assertTrue(copy.getClass() == value.getClass() || copy instanceof ArrayList, copy.getClass()::getName);
        }
        assertTrue(travel(new TreeMap<>(Map.of(1, 2, 5, 6)).headMap(3)) instanceof TreeMap);
        assertTrue(travel(new TreeSet<>(Comparator.<Integer>naturalOrder())) instanceof TreeSet);
    }

    @Test
    void shouldRefuseCopiesThatWouldFindOtherElements() {
        for (final Object value : List.of(new TreeSet<>(String.CASE_INSENSITIVE_ORDER), new TreeMap<>(Map.of(1, 2))
            .descendingMap(), new TreeMap<>(String.CASE_INSENSITIVE_ORDER).keySet(), new IdentityHashMap<>(),
            new IdentityHashMap<>().keySet(), Collections.newSetFromMap(new IdentityHashMap<>()),
            Collections.newSetFromMap(new ConcurrentHashMap<>()))) {
            final String message = assertThrows(CaptureException.class, () -> travel(value)).getMessage();
            assertTrue(message.startsWith("GMT-201 "), message);
        }
    }

    /** Equal to itself only. */
    static final class Vertex implements Transferable {
    }

    /** A copy of such a key is nobody else's; enums and plain values are equal to their copies. */
    @Test
    void shouldRefuseKeysThatTheirCopiesDoNotEqual() {
        for (final Object key : List.of(new long[] {1}, new String[] {"a"}, new Vertex())) {
            for (final Object value : List.of(Map.of(key, 7), new HashMap<>(Map.of(key, 7)), Set.of(key),
                List.of(new HashSet<>(Set.of(key))), Collections.unmodifiableSet(new HashSet<>(Set.of(key))))) {
                final String message = assertThrows(CaptureException.class, () -> travel(value)).getMessage();
                assertTrue(message.startsWith("GMT-201 ") && message.contains("equal to"), message);
            }
            travel(List.of(key));
            travel(Map.of(1, key));
        }
        for (final Object key : List.of(Level.values()[0], List.of(1), "a", 2L)) {
            final Map<Object, Integer> map = new HashMap<>(Map.of(key, 7));
            map.put(null, 8);
            assertEquals(map, travel(map));
            assertEquals(Set.of(key), travel(Set.of(key)));
        }
    }

    /** Views do not show what is behind them. */
    @Test
    void shouldRefuseViewsOfWhatFindsOtherElements() {
        final Map<String, Integer> identities = new IdentityHashMap<>(Map.of("a", 1, "b", 2));
        final Map<String, Integer> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.put("a", 1);
        final Set<String> identitySet = Collections.newSetFromMap(new IdentityHashMap<>());
        identitySet.add("a");
        for (final Object value : List.of(Collections.unmodifiableMap(identities), Collections.unmodifiableMap(sorted),
            Collections.synchronizedMap(sorted), Collections.unmodifiableSet(sorted.keySet()),
            Collections.unmodifiableMap(Collections.synchronizedMap(identities)),
            Collections.unmodifiableSet(identitySet),
            Collections.unmodifiableSet(new TreeSet<>(Comparator.reverseOrder())))) {
            final String message = assertThrows(CaptureException.class, () -> travel(value)).getMessage();
            assertTrue(message.startsWith("GMT-201 "), message);
        }
        final Map<String, List<Integer>> plain = new HashMap<>(Map.of("a", List.of(1), "b", List.of(2, 3)));
        plain.put(null, null);
        for (final Object value : List.of(Collections.unmodifiableMap(plain), Collections.synchronizedMap(plain),
            Collections.unmodifiableSet(plain.keySet()), Collections.unmodifiableMap(new TreeMap<>(Map.of(2, 1, 3, 4))),
            Collections.unmodifiableSet(new TreeSet<>(List.of(5, 4))), Collections.emptyMap(), Collections.emptySet(),
            Collections.singletonMap("x", 1), Collections.singleton("x"),
            Collections.checkedMap(new HashMap<>(Map.of("x", 1)), String.class, Integer.class))) {
            assertEquals(value, travel(value));
        }
    }

    private static final Set<String> CHANGES_OF_JAVA_21 = Set.of("addFirst", "addLast", "removeFirst", "removeLast",
        "putFirst", "putLast", "pollFirstEntry", "pollLastEntry");

    /** Changes that collections have got in Java 21; earlier versions compile no call of them. */
    @Test
    void shouldRefuseChangesOfLaterVersionsOfJava() {
        for (final Object copy : List.of(new ReadOnlyCopy.OfList(List.of(1, 2)), new ReadOnlyCopy.OfSet(List.of(1, 2)),
            new ReadOnlyCopy.OfMap(Map.of(1, 2)))) {
            int changes = 0;
            for (final Method change : copy.getClass().getMethods()) {
                if (CHANGES_OF_JAVA_21.contains(change.getName())) {
                    final Object[] arguments = new Object[change.getParameterCount()];
                    final Throwable thrown = assertThrows(InvocationTargetException.class,
                        () -> change.invoke(copy, arguments), change::toString).getCause();
                    assertTrue(thrown.getMessage().startsWith("GMT-703 "), thrown::toString);
                    changes++;
                }
            }
            assertEquals(4, changes, () -> copy.getClass().getName());
        }
    }

    @Test
    void shouldNestDeeplyButNotEndlessly() {
        Object value = "core";
        for (int level = 0; level < ValueCodec.MAX_DEPTH; level++) {
            value = List.of(value);
        }
        assertTravels(value);
        final Object tooDeep = List.of(value);
        assertThrows(CaptureException.class, () -> travel(tooDeep));
    }

    @Test
    void shouldRefuseExactlyWhatPassesLimit() {
        final byte[] value = new byte[997];
        final ValueWriter enough = new ValueWriter(1000);
        REGISTRY.encodeValue(value, "value", enough);
        assertEquals(1000, enough.length());
        final ValueWriter tooSmall = new ValueWriter(999);
        final CaptureException refused =
            assertThrows(CaptureException.class, () -> REGISTRY.encodeValue(value, "the result of x", tooSmall));
        assertEquals(0, tooSmall.length());
        assertEquals("GMT-203 the result of x (byte[997]) would be just over the 999 bytes that are allowed. Put it"
            + " into a global array, which travels as an id.", refused.getMessage());
    }

    @Test
    void shouldWriteGoldenBytes() {
        assertBytes("00", null);
        assertBytes("01", false);
        assertBytes("02", true);
        assertBytes("03 04", (byte) 4);
        assertBytes("04 3412", '\u1234');
        assertBytes("05 feff", (short) -2);
        assertBytes("06 78563412", 0x12345678);
        assertBytes("07 efcdab8967452301", 0x0123456789abcdefL);
        assertBytes("08 0000803f", 1.0f);
        assertBytes("09 0000000000004540", 42.0);
        assertBytes("0a 03 61fc62", "a\u00fcb");
        assertBytes("0b 02 ac204100", "\u20acA");
        assertBytes("0c 02 0100", new boolean[] {true, false});
        assertBytes("0d 8001" + "00".repeat(128), new byte[128]);
        assertBytes("0e 01 3412", new char[] {'\u1234'});
        assertBytes("0f 01 0100", new short[] {1});
        assertBytes("10 01 01000000", new int[] {1});
        assertBytes("11 02 0100000000000000 0200000000000000", new long[] {1, 2});
        assertBytes("12 01 0000803f", new float[] {1});
        assertBytes("13 01 0000000000004540", new double[] {42});
        assertBytes("14 02 0a0161 00", new String[] {"a", null});
        assertBytes("15 02 02 01", List.of(true, false));
        assertBytes("16 01 0a016b 060c000000", Map.of("k", 12));
        assertBytes("17 01 02", Set.of(true));
        assertBytes("18 0500000000000000 06000000", Duration.ofSeconds(5, 6));
        assertBytes("19 02 0100", BigInteger.valueOf(256));
        assertBytes("1a 01 4d00000000000000", new Bound(0, 1, 77));
        assertBytes("1b 00 02", Level.HIGH);
        assertBytes("1c 02 02 01", new LinkedList<>(List.of(true, false)));
        assertBytes("1d 02 01 02", new TreeSet<>(List.of(true, false)));
        assertBytes("1e 01 0a016b 060c000000", new TreeMap<>(Map.of("k", 12)));
    }

    private static void assertBytes(final String hex, final Object value) {
        final ValueWriter out = new ValueWriter(1 << 10);
        REGISTRY.encodeValue(value, "value", out);
        assertEquals(hex.replace(" ", ""), HexFormat.of().formatHex(out.toByteArray()));
    }
}
