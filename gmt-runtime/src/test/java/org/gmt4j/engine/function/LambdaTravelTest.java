package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gmt4j.Transferable;
import org.gmt4j.engine.function.TestBodies.Bound;
import org.gmt4j.engine.function.TestBodies.Context;
import org.gmt4j.engine.function.TestBodies.Function;
import org.gmt4j.engine.function.TestBodies.LongFunction;
import org.gmt4j.engine.function.TestBodies.Visit;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;

/** Lambdas and method references of all kinds do at the receiver what they do at the sender. */
class LambdaTravelTest {
    private static final Context CONTEXT = new Context();

    record Pair(long left, String right) {
        long leftPlus(final long index, final long argument) {
            return left + index + argument;
        }
    }

    enum Color {
        RED, GREEN {
            @Override
            int weight() {
                return 2;
            }
        };

        int weight() {
            return 1;
        }
    }

    static final class Counter implements Transferable {
        private final long start;

        Counter(final long start) {
            this.start = start;
        }

        Function<Long> counting() {
            return context -> start + 1;
        }

        private long next(final long index, final long argument) {
            return start + index * argument;
        }

        Visit visiting() {
            return this::next;
        }
    }

    static class Base {
        long inherited(final long index, final long argument) {
            return index - argument;
        }
    }

    static final class Derived extends Base implements Transferable {
        Visit inheritedReference() {
            return this::inherited;
        }

        Visit superReference() {
            return super::inherited;
        }
    }

    interface Hosting extends Transferable {
        default Function<String> fromDefault(final String text) {
            return context -> text + privately();
        }

        private String privately() {
            return "!";
        }

        static Function<String> fromStatic(final int number) {
            return context -> "static " + number;
        }
    }

    record Host(int value) implements Hosting {
    }

    private static <R> R callRemotely(final Function<R> body) throws SuspendExecution {
        @SuppressWarnings("unchecked")
        final Function<R> copy = TestBodies.travel(body, Function.class, LambdaTravelTest.class);
        assertNotSame(body, copy);
        return copy.call(CONTEXT);
    }

    private static long visitRemotely(final Visit body, final long index, final long argument) {
        return TestBodies.travel(body, Visit.class, LambdaTravelTest.class).visit(index, argument);
    }

    private static long seven(final Context context) {
        return 7;
    }

    @Test
    void shouldCarryLambdaWithoutCaptures() throws SuspendExecution {
        assertEquals("fixed", callRemotely(context -> "fixed"));
    }

    @Test
    void shouldMakeLambdaWithoutCapturesOnce() {
        final FunctionRegistry registry = TestBodies.registryOf(LambdaTravelTest.class);
        final Visit body = (index, argument) -> index;
        final ValueReader nothing = new ValueReader().wrap(new byte[0], 0, 0);
        final int id = registry.idOf(body);
        assertSame(registry.decodeBody(id, nothing, TestBodies.NODE_9),
            registry.decodeBody(id, nothing, TestBodies.NODE_9));
    }

    @Test
    void shouldMakeLambdaWithCapturesEachTime() {
        final long factor = nanos();
        final FunctionRegistry registry = TestBodies.registryOf(LambdaTravelTest.class);
        final ValueWriter out = new ValueWriter(TestBodies.LIMIT);
        final Visit body = (index, argument) -> index * factor;
        final int id = registry.encode(body, out);
        final byte[] captured = out.toByteArray();
        assertNotSame(registry.decodeBody(id, new ValueReader().wrap(captured, 0, captured.length), TestBodies.NODE_9),
            registry.decodeBody(id, new ValueReader().wrap(captured, 0, captured.length), TestBodies.NODE_9));
    }

    @Test
    void shouldCarryEveryPrimitive() throws SuspendExecution {
        final boolean z = true;
        final byte b = -1;
        final char c = '\uFFFE';
        final short s = Short.MIN_VALUE;
        final int i = Integer.MIN_VALUE;
        final long j = Long.MIN_VALUE + nanos();
        final float f = -0.0f + nanos();
        final double d = Double.MIN_VALUE * (nanos() + 1);
        final boolean z2 = nanos() == 0;
        final byte b2 = (byte) (b + nanos());
        final char c2 = (char) (c + nanos());
        final short s2 = (short) (s + nanos());
        final int i2 = (int) (i + nanos());
        assertEquals("true true -1 \uFFFE -32768 -2147483648 -9223372036854775808 0.0 4.9E-324",
            callRemotely(context -> "" + z + " " + z2 + " " + b2 + " " + c2 + " " + s2 + " " + i2 + " " + j + ""
                + " " + f + " " + d));
    }

    /** Zero, in a way that the compiler does not know. */
    private static long nanos() {
        return Math.min(0, Math.abs(System.nanoTime()));
    }

    @Test
    void shouldCarryValuesOfRegisteredTypes() throws SuspendExecution {
        final Pair pair = new Pair(5, "π");
        final Color color = Color.GREEN;
        final List<Object> list = new ArrayList<>(List.of(pair, color, 3L, Map.of("k", List.of(Color.RED))));
        assertEquals(list, callRemotely(context -> list));
        assertEquals("2", callRemotely(context -> "" + color.weight()));
        assertEquals("π5", callRemotely(context -> pair.right() + pair.left()));
    }

    @Test
    void shouldBindNodeBoundObjectsToReceiver() throws SuspendExecution {
        final Bound array = new Bound(0, 1, 77);
        assertEquals(new Bound(9, 1, 77), callRemotely(context -> array));
    }

    @Test
    void shouldCarryStaticMethodReference() throws SuspendExecution {
        assertEquals(7L, callRemotely(LambdaTravelTest::seven));
        assertEquals(8, visitRemotely(Math::max, 3, 8));
    }

    @Test
    void shouldCarryBoundMethodReference() {
        assertEquals(111, visitRemotely(new Pair(100, "")::leftPlus, 10, 1));
    }

    @Test
    void shouldCarryBoundReferenceToPrivateMethodOfThis() {
        assertEquals(16, visitRemotely(new Counter(10).visiting(), 2, 3));
    }

    @Test
    void shouldCarryReferencesToInheritedMethods() {
        assertEquals(5, visitRemotely(new Derived().inheritedReference(), 8, 3));
        assertEquals(6, visitRemotely(new Derived().superReference(), 9, 3));
    }

    @Test
    void shouldCarryUnboundMethodReference() throws SuspendExecution {
        assertEquals(CONTEXT.toString(), callRemotely(Context::toString));
    }

    static final class Made {
        final Context from;

        Made(final Context from) {
            this.from = from;
        }
    }

    @Test
    void shouldCarryConstructorReference() throws SuspendExecution {
        final Function<Made> body = Made::new;
        assertSame(CONTEXT, callRemotely(body).from);
    }

    @Test
    void shouldTellUsesOfOneMethodApart() throws SuspendExecution {
        final Function<Long> asFunction = LambdaTravelTest::seven;
        final Function<Object> asObjectFunction = LambdaTravelTest::seven;
        assertEquals(7L, callRemotely(asFunction));
        assertEquals(7L, callRemotely(asObjectFunction));
        final FunctionRegistry registry = TestBodies.registryOf(LambdaTravelTest.class);
        assertNotSame(registry.idOf(asFunction), registry.idOf(asObjectFunction));
    }

    @Test
    void shouldTellReceiversOfOneMethodApart() throws SuspendExecution {
        final String text = "text" + nanos();
        final Long number = 12L + nanos();
        final Function<String> ofText = ofText(text);
        final Function<String> ofNumber = ofNumber(number);
        assertEquals("text0", callRemotely(ofText));
        assertEquals("12", callRemotely(ofNumber));
    }

    private static Function<String> ofText(final Object text) {
        final Holder<String> holder = new Holder<>((String) text);
        return holder::asText;
    }

    private static Function<String> ofNumber(final Long number) {
        final SubHolder holder = new SubHolder(number);
        return holder::asText;
    }

    static class Holder<T> implements Transferable {
        private final T held;

        Holder(final T held) {
            this.held = held;
        }

        String asText(final Context context) {
            return held.toString();
        }
    }

    static final class SubHolder extends Holder<Long> {
        SubHolder(final Long held) {
            super(held);
        }
    }

    @Test
    void shouldCarryLambdaCapturedByLambda() {
        final long factor = 3;
        final LongFunction inner = value -> value * factor;
        final Visit outer = (index, argument) -> inner.apply(index) + argument;
        assertEquals(31, visitRemotely(outer, 10, 1));
    }

    @Test
    void shouldCarryLambdaMadeInsideLambda() throws SuspendExecution {
        final long outerValue = 4;
        final Function<Function<Long>> outer = context -> {
            final long innerValue = 5;
            return inside -> outerValue * innerValue;
        };
        final Function<Long> inner = callRemotely(outer);
        assertEquals(20L, callRemotely(inner));
    }

    @Test
    void shouldCarryAgainWhatArrived() {
        final long factor = 3;
        Visit body = (index, argument) -> index * factor + argument;
        for (int hop = 0; hop < 3; hop++) {
            body = TestBodies.travel(body, Visit.class, LambdaTravelTest.class);
        }
        assertEquals(32, body.visit(10, 2));
    }

    @Test
    void shouldCarryGenericLambda() throws SuspendExecution {
        assertEquals(List.of("a"), callRemotely(constant(List.of("a"))));
        assertEquals(1.5, callRemotely(constant(1.5)));
    }

    private static <T> Function<T> constant(final T value) {
        return context -> value;
    }

    @Test
    void shouldCarryThisIfItsClassTravels() throws SuspendExecution {
        assertEquals(11L, callRemotely(new Counter(10).counting()));
    }

    @Test
    void shouldCarryLambdasOfInterfaces() throws SuspendExecution {
        assertEquals("static 3", callRemotely(Hosting.fromStatic(3)));
        assertEquals("text!", callRemotely(new Host(1).fromDefault("text")));
    }

    @Test
    void shouldCarryLambdaWithMarkerInterface() {
        final Visit marked = (Visit & Transferable) (index, argument) -> index + argument;
        final Visit copy = TestBodies.travel(marked, Visit.class, LambdaTravelTest.class);
        assertTrue(copy instanceof Transferable);
        assertEquals(3, copy.visit(1, 2));
    }

    @Test
    void shouldCopyArrays() throws SuspendExecution {
        final long[] values = {1, 2, 3};
        final long[] copy = callRemotely(context -> values);
        assertNotSame(values, copy);
        assertEquals(3, copy.length);
    }
}
