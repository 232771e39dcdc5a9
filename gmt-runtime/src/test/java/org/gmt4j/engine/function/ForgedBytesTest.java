package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.gmt4j.GmtException;
import org.gmt4j.ProtocolException;
import org.gmt4j.engine.function.TestBodies.Body;
import org.gmt4j.engine.function.TestBodies.Bound;
import org.gmt4j.engine.function.TestBodies.Context;
import org.gmt4j.engine.function.TestBodies.Visit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that no registry wrote end in a ProtocolException, whatever they are. */
class ForgedBytesTest {
    private static final FunctionRegistry REGISTRY = TestBodies.registryOf(ForgedBytesTest.class);

    record Positive(int value, List<Object> list) {
        Positive {
            if (value < 0) {
                throw new IllegalArgumentException("negative");
            }
        }

        @Override
        public int hashCode() {
            return list.hashCode();
        }
    }

    static final class Holder implements Body {
        private static final long serialVersionUID = 1L;
        private final String text = null;
        private final long[] numbers = null;
        private final boolean flag = false;

        @Override
        public void run(final Context context) {
            context.seen = text + numbers.length + flag;
        }
    }

    enum Only {
        ONE
    }

    private static Body lambda(final String text, final long number, final Map<String, Object> map, final Bound bound) {
        return context -> context.seen = text + number + map + bound;
    }

    private static Visit plain() {
        return (index, argument) -> index;
    }

    private static ValueReader reader(final String hex) {
        final byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        return new ValueReader().wrap(bytes, 0, bytes.length);
    }

    private static int idOf(final Object value) {
        return REGISTRY.writerFor(value).entry().id();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "11 ffffffff07 00            | 2147483647 elements of at least 8 bytes announced, 1 bytes left",
        "0d ffffffff0f               | a count or id is negative: -1",
        "0d ffffffffff0f             | a number is longer than 5 bytes",
        "0a 05 61                    | 5 elements of at least 1 bytes announced, 1 bytes left",
        "0b 01 61                    | 1 elements of at least 2 bytes announced, 1 bytes left",
        "15 ffffff7f 00              | 268435455 elements of at least 1 bytes announced, 1 bytes left",
        "16 02 00 00 00              | 2 elements of at least 2 bytes announced, 3 bytes left",
        "14 01 07                    | a string was expected, found something else",
        "07 01 02                    | 8 bytes expected, 2 left",
        "18 0000000000000000 00ca9a3b | a duration has 1000000000 nanoseconds",
        "19 00                       | a big integer has no digits",
        "1a 02 0100000000000000      | this node has no object of kind 2 with id 1",
        "1f                          | unknown value tag 31",
        "ff                          | unknown value tag -1",
        "1b ffff03                   | unknown function 65535",
    })
    void shouldRefuseMalformedValue(final String hex, final String reason) {
        final ProtocolException refused =
            assertThrows(ProtocolException.class, () -> REGISTRY.decodeValue(reader(hex), TestBodies.NODE_9));
        assertTrue(refused.getMessage().startsWith("GMT-211 malformed body or value from a peer: " + reason),
            refused.getMessage());
    }

    @Test
    void shouldRefuseEndlessNesting() {
        final ValueReader in = reader("1501".repeat(100_000));
        assertThrows(ProtocolException.class, () -> REGISTRY.decodeValue(in, TestBodies.NODE_9));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 1 << 17, Integer.MAX_VALUE})
    void shouldRefuseUnknownId(final int id) {
        assertThrows(ProtocolException.class, () -> REGISTRY.decodeBody(id, reader(""), TestBodies.NODE_9));
    }

    @Test
    void shouldRefuseIdOfWhatIsNoBody() {
        final int id = idOf(new Positive(1, null));
        final ProtocolException refused = assertThrows(ProtocolException.class,
            () -> REGISTRY.decodeBody(id, reader("01000000 00"), TestBodies.NODE_9));
        assertEquals("GMT-211 malformed body or value from a peer: function " + id + " is a"
            + " org.gmt4j.engine.function.ForgedBytesTest$Positive, not a body", refused.getMessage());
    }

    @Test
    void shouldRefuseBodyOfOtherKind() {
        assertThrows(ProtocolException.class,
            () -> REGISTRY.decodeBody(idOf(plain()), Body.class, reader(""), TestBodies.NODE_9));
    }

    @Test
    void shouldRefuseEnumConstantThatDoesNotExist() {
        assertThrows(ProtocolException.class,
            () -> REGISTRY.decodeValue(reader("1b %02x 01".formatted(idOf(Only.ONE))), TestBodies.NODE_9));
    }

    @Test
    void shouldRefuseComponentsThatRecordRefuses() {
        final ValueReader in = reader("1b %02x ffffffff 00".formatted(idOf(new Positive(1, null))));
        final ProtocolException refused =
            assertThrows(ProtocolException.class, () -> REGISTRY.decodeValue(in, TestBodies.NODE_9));
        assertEquals(IllegalArgumentException.class, refused.getCause().getClass());
    }

    @Test
    void shouldRefuseKeyWithoutHashCode() {
        final String key = "1b %02x 01000000 00".formatted(idOf(new Positive(1, null)));
        assertThrows(ProtocolException.class, () -> REGISTRY.decodeValue(reader("17 01" + key), TestBodies.NODE_9));
    }

    @Test
    void shouldRefuseValueOfOtherTypeThanField() {
        final int id = idOf(new Holder());
        final ProtocolException refused = assertThrows(ProtocolException.class,
            () -> REGISTRY.decodeBody(id, reader("0601000000 00 01"), TestBodies.NODE_9));
        assertEquals("GMT-211 malformed body or value from a peer: java.lang.String expected, found java.lang.Integer",
            refused.getMessage());
    }

    @Test
    void shouldRefuseBytesAfterLastValue() {
        final ValueReader in = reader("00 00");
        REGISTRY.decodeValue(in, TestBodies.NODE_9);
        assertThrows(ProtocolException.class, in::requireEnd);
    }

    @Test
    void shouldLetExceptionOfResolverPass() {
        final GmtException freed = new GmtException("GMT-999", "freed");
        assertEquals(freed, assertThrows(GmtException.class,
            () -> REGISTRY.decodeValue(reader("1a 01 0100000000000000"), (kind, id) -> {
                throw freed;
            })));
    }

    @Test
    void shouldKnowNothingButWhatIsRegistered() {
        final FunctionRegistry small = TestBodies.registryOf(Positive.class, Only.class);
        assertEquals(2, small.size());
        for (int id = 2; id < 300; id++) {
            final String hex = "1b %02x%02x".formatted(id & 0x7F | 0x80, id >> 7);
            assertThrows(ProtocolException.class, () -> small.decodeValue(reader(hex), TestBodies.NODE_9));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @Timeout(value = 240, unit = TimeUnit.SECONDS)
    void shouldSurviveRandomBytes(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final byte[] bytes = new byte[64];
        for (int i = 0; i < 5_000; i++) {
            random.nextBytes(bytes);
            // half of the bytes small: tags, counts and ids that exist
            for (int k = 0; k < bytes.length; k++) {
                bytes[k] = random.nextBoolean() ? (byte) random.nextInt(29) : bytes[k];
            }
            decodeEverything(bytes, random.nextInt(bytes.length), random.nextInt(REGISTRY.size()));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @Timeout(value = 240, unit = TimeUnit.SECONDS)
    void shouldSurviveChangedBytes(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final ValueWriter out = new ValueWriter(TestBodies.LIMIT);
        final List<Object> list = List.of(new Positive(4, List.of(1L)), plain());
        final Body body = lambda("text", 5, Map.of("k", list), new Bound(0, 1, 1));
        final int id = REGISTRY.encode(body, out);
        for (int i = 0; i < 5_000; i++) {
            final byte[] bytes = out.toByteArray();
            for (int change = 1 + random.nextInt(3); change > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            decodeEverything(bytes, bytes.length - (random.nextBoolean() ? 0 : random.nextInt(bytes.length)), id);
        }
    }

    private static void decodeEverything(final byte[] bytes, final int length, final int id) {
        final ValueReader in = new ValueReader();
        try {
            REGISTRY.decodeValue(in.wrap(bytes, 0, length), TestBodies.NODE_9);
        } catch (final ProtocolException expected) {
            assertEquals("GMT-211", expected.code());
        }
        try {
            REGISTRY.decodeBody(id, Object.class, in.wrap(bytes, 0, length), TestBodies.NODE_9);
        } catch (final ProtocolException expected) {
            assertEquals("GMT-211", expected.code());
        }
    }
}
