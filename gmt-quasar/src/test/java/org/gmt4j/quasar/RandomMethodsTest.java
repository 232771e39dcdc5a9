package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import co.paralleluniverse.fibers.instrument.ClassFileStep;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Methods that somebody might write, by chance: they do the same whether their waits suspend or not. */
@Timeout(120)
class RandomMethodsTest {
    private static final int CLASSES = 5;
    private static final int METHODS = 20;
    private static final String BASE = """
        import co.paralleluniverse.fibers.*;
        import java.util.*;
        import org.gmt4j.fibers.SuspendExecution;

        public class RandomBase {
            public interface Function { long of(long p) throws SuspendExecution; }
            public interface Call { long of(int i, int a, long b, String s) throws SuspendExecution; }
            static final class Pair {
                final int first; final long second;
                Pair(int first, long second) { this.first = first; this.second = second; }
                static Pair waiting(int first) throws SuspendExecution { step(); return new Pair(first, first * 7L); }
                public String toString() { return first + ":" + second; }
            }
            static final class Resource implements AutoCloseable {
                final int i;
                Resource(int i) { this.i = i; }
                public void close() throws SuspendExecution { step(); note(i); }
            }
            static final class Stop extends RuntimeException { }

            static StringBuilder trace;
            /** Of how many steps one waits; 0 for none. */
            static int every;
            static long clock;
            static int turns;

            static void turn() { if (++turns > 300) { throw new Stop(); } }
            static void note(Object o) {
                if (trace.length() < 100_000) {
                    trace.append(o instanceof int[] x ? Arrays.toString(x) : o instanceof String || o instanceof Number
                        || o instanceof Pair || o instanceof Character || o instanceof Boolean ? o : "?").append(';');
                }
            }
            static synchronized void synchronizedNote(String s, int i) { note(s + i); }
            static void step() throws SuspendExecution {
                turn();
                long h = ++clock * 0x9e3779b97f4a7c15L;
                h ^= h >>> 31;
                if (every > 0 && (h & every - 1) == 0) { Coroutine.suspend(); }
                if ((h >>> 8 & 63) == 5) { throw new IllegalStateException("s" + clock); }
            }
            static int waitInt(int x) throws SuspendExecution { step(); return x * 31 + 7; }
            static long waitLong(long x) throws SuspendExecution { step(); return x * 131 + 3; }
            static double waitDouble(double x) throws SuspendExecution { step(); return x / 3; }
            static String waitText(String x) throws SuspendExecution { step(); return cut(x + "w"); }
            static Object waitObject(Object x) throws SuspendExecution { step(); return x; }
            static int[] waitInts(int[] x) throws SuspendExecution { step(); return x.clone(); }
            static char waitChar(char x) throws SuspendExecution { step(); return (char) (x + 1); }
            static boolean waitBoolean(boolean x) throws SuspendExecution { step(); return !x; }
            static Integer waitBox(Integer x) throws SuspendExecution { step(); return x + 1; }
            static int unbox(Integer x) { return x; }
            static Integer boxed(int x) { return x; }
            static String cut(String s) { return s.length() > 40 ? s.substring(0, 40) : s; }
            static int at(int[] a, int i) { return a.length == 0 ? 0 : a[(i & 255) % a.length]; }
            static long all(long... x) throws SuspendExecution {
                step();
                long sum = 0;
                for (long y : x) { sum = sum * 3 + y; }
                return sum;
            }
            static long xor(int a, long b) { return a ^ b; }
            static double scaled(int a, double b) { return a * b; }
            static int sum(int a, long b, double c) throws SuspendExecution { step(); return a + (int) b + (int) c; }

            static final class One extends Coroutine {
                final Call call; final int i; final int a;
                String end;
                One(Call call, int i, int a) { super(4); this.call = call; this.i = i; this.a = a; }
                protected void run() throws SuspendExecution {
                    try {
                        end = "" + call.of(i, a, a * 77L, "i" + a);
                    } catch (RuntimeException e) {
                        end = e.toString();
                    }
                }
                protected void checkFrames(List<StackWalker.StackFrame> stack) {
                    for (StackWalker.StackFrame f : stack) {
                        if (!f.getDeclaringClass().isHidden() && !UninstrumentedCallException.isInstrumented(f)) {
                            throw new AssertionError("not instrumented: " + f);
                        }
                    }
                }
            }

            static String run(Call call, int i, int a, int waits) {
                trace = new StringBuilder();
                every = waits;
                clock = i * 1000L + a;
                turns = 0;
                One one = new One(call, i, a);
                for (int resumed = 0; !one.resume(); resumed++) {
                    if (resumed % 16 == 3) { one.frames(); }
                }
                return one.end + " " + trace;
            }

            static String compare(int count, Call call) throws Exception {
                StringBuilder different = new StringBuilder();
                int[] waiting = new int[1];
                Thread thread = new StrandThread(() -> {
                    for (int i = 0; i < count; i++) {
                        for (int a = -2; a < 4; a++) {
                            String expected = run(call, i, a, 0);
                            for (int waits = 1; waits <= 4; waits *= 2) {
                                String found;
                                try {
                                    found = run(call, i, a, waits);
                                } catch (Throwable thrown) {
                                    found = thrown.toString();
                                }
                                if (!found.equals(expected)) {
                                    different.append("method " + i + " of " + a + ", every " + waits + ": expected "
                                        + expected + ", found " + found + System.lineSeparator());
                                }
                            }
                        }
                    }
                }, "methods");
                thread.start();
                thread.join();
                return different.toString();
            }
        }
        """;

    @TempDir
    private Path folder;

    @Test
    void shouldDoTheSameWhetherTheyWaitOrNot() throws Exception {
        final List<Path> sources = new ArrayList<>(List.of(written("RandomBase", BASE)));
        for (int i = 0; i < CLASSES; i++) {
            sources.add(written("Random" + i, RandomMethods.source("Random" + i, i, METHODS)));
        }
        TestCompiler.compile(folder, sources);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()},
            getClass().getClassLoader())) {
            try (Stream<Path> files = Files.list(folder)) {
                new ClassFileStep(false, line -> { }).instrument(loader,
                    files.filter(file -> file.toString().endsWith(".class")).sorted().toList());
            }
            for (int i = 0; i < CLASSES; i++) {
                assertEquals("", loader.loadClass("Random" + i).getMethod("compare").invoke(null), "of Random" + i);
            }
        }
    }

    private Path written(final String name, final String source) throws IOException {
        return Files.writeString(folder.resolve(name + ".java"), source);
    }
}
