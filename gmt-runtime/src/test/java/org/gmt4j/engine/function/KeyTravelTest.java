package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gmt4j.CaptureException;
import org.gmt4j.Transferable;
import org.gmt4j.engine.function.TestBodies.Bound;
import org.gmt4j.engine.function.TestBodies.LongFunction;
import org.junit.jupiter.api.Test;

/** Keys of maps and elements of sets, which a copy must find. */
class KeyTravelTest {
    private static final FunctionRegistry REGISTRY = TestBodies.registryOf(KeyTravelTest.class);

    enum Level {
        LOW, HIGH
    }

    /** Equal to itself only. */
    static final class Vertex implements Transferable {
    }

    /** Compares its array by identity. */
    record Bits(long[] bits) {
    }

    /** Compares the contents of its array. */
    record EqualBits(long[] bits) {
        @Override
        public boolean equals(final Object other) {
            return other instanceof EqualBits those && Arrays.equals(bits, those.bits);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bits);
        }
    }

    record Held(Object any) {
    }

    record Point(int x, Level level, Held next) {
    }

    /** Equals its copies, which are found under another hash code. */
    static final class Unhashed implements Transferable {
        private final long number;

        Unhashed(final long number) {
            this.number = number;
        }

        @Override
        @SuppressWarnings("EqualsHashCode")     // the mistake that is meant
        public boolean equals(final Object other) {
            return other instanceof Unhashed that && number == that.number;
        }
    }

    @Test
    void shouldRefuseKeysThatHoldWhatTheirCopiesDoNotEqual() {
        final LongFunction lambda = x -> x + 1;
        for (final Object key : List.of(new Bits(new long[] {1}), List.of(new long[] {1}), new Held(new Vertex()),
            new Held(new Bits(new long[0])), List.of(List.of(new Vertex())), Map.of(1, new long[1]), lambda,
            new Point(1, Level.LOW, new Held(new int[1])), new Unhashed(1))) {
            for (final Object value : List.of(Map.of(key, 7), Set.of(key), new Held(Set.of(key)))) {
                final String message = assertThrows(CaptureException.class, () -> travel(value), key::toString)
                    .getMessage();
                assertTrue(message.startsWith("GMT-201 ") && message.contains("equal to"), message);
            }
            travel(List.of(key));
            travel(Map.of(1, key));
        }
    }

    @Test
    void shouldCarryKeysThatHoldWhatTheirCopiesEqual() {
        for (final Object key : List.of(new EqualBits(new long[] {1}), new Held(new EqualBits(new long[] {2})),
            List.of(new Held("x"), List.of(1)), Map.of(Set.of(1), Level.HIGH), new Bound(9, 1, 5),
            new Held(List.of(new Bound(9, 1, 5), new Bound(9, 1, 6))), new Point(1, Level.LOW, new Held(2.5)),
            new BigInteger("7"), Duration.ofSeconds(5), Level.LOW)) {
            assertEquals(Map.of(key, 7), travel(Map.of(key, 7)));
            assertEquals(7, ((Map<?, ?>) travel(Map.of(key, 7))).get(key));
            assertEquals(Set.of(key), travel(Set.of(key)));
        }
    }

    private static Object travel(final Object value) {
        final ValueWriter out = new ValueWriter(1 << 20);
        REGISTRY.encodeValue(value, "value", out);
        final ValueReader in = new ValueReader().wrap(out.toByteArray(), 0, out.length());
        final Object copy = REGISTRY.decodeValue(in, TestBodies.NODE_9);
        in.requireEnd();
        return copy;
    }
}
