package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtException;
import org.gmt4j.engine.function.TestBodies.Visit;
import org.junit.jupiter.api.Test;

/** A receiver that has never made a lambda of the place itself, as in another process: it has classes of its own. */
class LambdaSiteTest {
    /** Bodies of sender and receiver. */
    static final class Bodies {
        private Bodies() {
        }

        static Visit ofEachType(final boolean z, final byte b, final char c, final short s, final int i, final long j,
                                final float f, final double d, final String text, final long[] values) {
            return (index, argument) -> (z + " " + b + c + s + i + j + f + d + text + values[1] + index + argument)
                .hashCode();
        }

        static Visit ofTwoAlike(final long first, final long second) {
            return (index, argument) -> first * 1000 + second;
        }

        static Visit ofNothing() {
            return (index, argument) -> index + argument;
        }

        static Visit ofAReference(final Word word) {
            return word::measure;
        }
    }

    /** A method that fits a body. */
    static final class Word implements org.gmt4j.Transferable {
        private final String text;

        Word(final String text) {
            this.text = text;
        }

        long measure(final long index, final long argument) {
            return text.length() + index + argument;
        }
    }

    /** Loads the bodies' classes anew, perhaps without the method that makes lambdas again. */
    private static final class Loader extends ClassLoader {
        private final boolean isComplete;

        Loader(final boolean isComplete) {
            super(LambdaSiteTest.class.getClassLoader());
            this.isComplete = isComplete;
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
            final Class<?> known = findLoadedClass(name);
            if (known != null || !name.startsWith(LambdaSiteTest.class.getName() + "$")) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                String file = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                assertEquals(name.endsWith("Bodies"), file.contains("$deserializeLambda$"));
                if (!isComplete) {
                    file = file.replace("$deserializeLambda$", "$deserializeLambdaX");
                }
                final byte[] bytes = file.getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (final IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** What a receiver makes of a body that comes three times. */
    private static List<Visit> received(final Visit body, final boolean isComplete) throws ClassNotFoundException {
        final Loader loader = new Loader(isComplete);
        final FunctionRegistry sender = TestBodies.registryOf(Bodies.class, Word.class);
        final FunctionRegistry receiver = TestBodies.registryOf(loader.loadClass(Bodies.class.getName()),
            loader.loadClass(Word.class.getName()));
        final ValueWriter out = new ValueWriter(TestBodies.LIMIT);
        final int id = sender.encode(body, out);
        final byte[] bytes = out.toByteArray();
        final List<Visit> made = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final ValueReader in = new ValueReader().wrap(bytes, 0, bytes.length);
            made.add(receiver.decodeBody(id, Visit.class, in, TestBodies.NODE_9));
            assertSame(loader, made.get(i).getClass().getClassLoader());
        }
        return made;
    }

    private static void assertAlike(final Visit body) throws ClassNotFoundException {
        final List<Visit> made = received(body, true);
        final long expected = body.visit(5, 7);
        for (final Visit copy : made) {
            assertEquals(expected, copy.visit(5, 7));
            assertSame(made.get(0).getClass(), copy.getClass());
        }
    }

    @Test
    void shouldMakeLambdasOfCapturedValuesOfEachType() throws ClassNotFoundException {
        assertAlike(Bodies.ofEachType(true, (byte) -3, 'x', (short) 400, 70_000, 1L << 40, 1.5f, -0.25, "text",
            new long[] {1, 2}));
        assertAlike(Bodies.ofEachType(false, (byte) 0, (char) 0, (short) 0, 0, 0, 0, 0, "", new long[2]));
    }

    @Test
    void shouldTellFieldsOfOneTypeApart() throws ClassNotFoundException {
        assertAlike(Bodies.ofTwoAlike(4, 4));
        assertAlike(Bodies.ofTwoAlike(4, 5));
    }

    @Test
    void shouldMakeReferencesToMethods() throws ClassNotFoundException {
        assertAlike(Bodies.ofAReference(new Word("four")));
    }

    @Test
    void shouldMakeALambdaWithoutCapturesOnce() throws ClassNotFoundException {
        final List<Visit> made = received(Bodies.ofNothing(), true);
        assertEquals(12, made.get(0).visit(5, 7));
        assertSame(made.get(0), made.get(2));
    }

    /** The JVM lets nobody but the class itself make its lambdas, and here it cannot. */
    @Test
    void shouldNameALambdaThatCannotBeMade() {
        final GmtException failed = assertThrows(GmtException.class, () -> received(Bodies.ofTwoAlike(1, 2), false));
        assertTrue(failed.getMessage().startsWith("GMT-223") && failed.getMessage().contains("ofTwoAlike"),
            failed::toString);
    }

    @Test
    void shouldMakeNewLambdasEachTime() throws ClassNotFoundException {
        final List<Visit> made = received(Bodies.ofTwoAlike(1, 2), true);
        assertNotSame(made.get(0), made.get(1));
        assertNotSame(made.get(1), made.get(2));
        assertTrue(made.get(2).getClass().isHidden());
    }
}
