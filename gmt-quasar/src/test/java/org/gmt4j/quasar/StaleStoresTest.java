package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.instrument.ClassFileStep;
import co.paralleluniverse.fibers.instrument.UninstrumentableException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are read from the heap, computed with, and stored back behind a wait. */
@Timeout(240)
class StaleStoresTest {
    private static final String FRAME = """
        import co.paralleluniverse.fibers.*; import org.gmt4j.fibers.SuspendExecution;
        class Tasks {
            long v; int n; byte b; double d; String s = ""; Long boxed = 1L; long[] x = new long[9]; \
        int[] k = new int[9]; Tasks t;
            static long g; static java.lang.invoke.VarHandle h;
            static long get(long i) throws SuspendExecution { Coroutine.suspend(); return i; }
            static long local(long i) { return i; }
            void %s
        }
        """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {
        "m() throws SuspendExecution { v += get(1); }",
        "m() throws SuspendExecution { v = v + get(1); }",
        "m() throws SuspendExecution { v = 2 * v - get(1) * 3; }",
        "m() throws SuspendExecution { n += (int) get(1); }",
        "m() throws SuspendExecution { n <<= get(1); }",
        "m() throws SuspendExecution { b += get(1); }",
        "m() throws SuspendExecution { d += get(1); }",
        "m() throws SuspendExecution { s += get(1); }",
        "m() throws SuspendExecution { boxed += get(1); }",
        "m() throws SuspendExecution { g += get(1); }",
        "m(int i) throws SuspendExecution { x[i] += get(1); }",
        "m() throws SuspendExecution { for (int i = 0; i < 9; i++) { x[i] += get(i); } }",
        "m() throws SuspendExecution { for (int i = 0; i < 9; i++) { long old = x[i]; long more = get(i); "
            + "x[i] = old + more; } }",
        "m(int i) throws SuspendExecution { local(i); for (; i < 9; i++) { long old = x[i]; long more = get(i); "
            + "x[i] = old + more; } }",
        "m(Tasks o) throws SuspendExecution { for (; o != null; o = o.t) { o.v += get(1); } }",
        "m(Tasks o) throws SuspendExecution { for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; "
            + "j++) { o.x[i * 3 + j] += get(j); } } }",
        "m(long i) throws SuspendExecution { k[(int) i & 7] += (int) get(1); }",
        "m() throws SuspendExecution { t.t.v += get(1); }",
        "m(Tasks o) throws SuspendExecution { o.v += get(1); }",
        "m() throws SuspendExecution { long old = v; long more = get(1); v = old + more; }",
        "m(int i) throws SuspendExecution { long old = x[i + 1]; long more = get(1); x[i + 1] = old + more; }",
        "m(Tasks o) throws SuspendExecution { long old = o.t.v; long more = get(1); o.t.v = old + more; }",
        "m() throws SuspendExecution { long old = v; if (old > 3) { get(1); } v = old + 1; }",
        "m() throws SuspendExecution { long old = v; for (int i = 0; i < 3; i++) { old += get(i); } v = old; }",
        "m() throws SuspendExecution { v = Math.max(v, get(1)); }",
        "m() throws SuspendExecution { try { v += get(1); } finally { n++; } }"})
    void shouldRefuse(final String method) throws IOException {
        compile(method);
        final String message = assertThrows(UninstrumentableException.class, this::instrument).getMessage();
        assertTrue(message.contains("Tasks.m(Tasks.java:7): GMT-701 the store to ")
            && message.contains(" in line 7 loses updates: ")
            && message.contains("before the wait in Tasks.get(...)") && message.contains("+= v;'"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "m() throws SuspendExecution { long more = get(1); v += more; }",
        "m() throws SuspendExecution { long sum = 0; for (int i = 0; i < 3; i++) { sum += get(i); } v += sum; }",
        "m() throws SuspendExecution { v += local(1); get(2); }",
        "m() throws SuspendExecution { v += (long) h.getAndAdd(this, 1L); get(2); }",
        "m() throws SuspendExecution { v++; get(1); v++; }",
        "m() throws SuspendExecution { for (int i = 0; i < 3; i++) { v++; get(i); } }",
        "m() throws SuspendExecution { v = get(v); }",
        "m() throws SuspendExecution { v = get(v + 1); }",
        "m() throws SuspendExecution { long old = v; v = 7; get(1); v = old; }",
        "m(Tasks o, Tasks p) throws SuspendExecution { o.v = p.v + get(1); }",
        "m() throws SuspendExecution { v = n + get(1); }",
        "m(int i) throws SuspendExecution { x[i + 1] = x[i] + get(1); }",
        "m() throws SuspendExecution { for (int i = 1; i < 9; i++) { long left = x[i - 1]; get(i); "
            + "x[i] = left + 1; } }",
        "m() throws SuspendExecution { long[] own = new long[2]; own[0] += get(1); }",
        "m() throws SuspendExecution { long[] own = x.clone(); own[0] += get(1); }",
        "m() throws SuspendExecution { Tasks own = new Tasks(); own.v += get(1); own.x[1] += get(2); }",
        "m() throws SuspendExecution { long old = v; get(1); if (old == v) { v = 3; } }",
        "m() throws SuspendExecution { long old = v; get(1); old = v; v = old + 1; }",
        "m(Tasks o) throws SuspendExecution { while (o != null) { long old = o.v; o = o.t; if (o != null) { get(1); "
            + "o.v = old + 1; } } }",
        "m() throws SuspendExecution { v += x.clone().length; get(1); }",
        "q() { } @org.gmt4j.fibers.TrustedStores(\"one task\") void m() throws SuspendExecution { v += get(1); }"})
    void shouldAccept(final String method) throws IOException {
        compile(method);
        assertDoesNotThrow(this::instrument);
    }

    private void compile(final String method) throws IOException {
        final Path source = folder.resolve("Tasks.java");
        Files.writeString(source, FRAME.formatted(method));
        TestCompiler.compile(folder, List.of(source));
    }

    private int instrument() throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()},
            getClass().getClassLoader());
                Stream<Path> files = Files.list(folder)) {
            return new ClassFileStep(false, line -> { })
                .instrument(loader, files.filter(f -> f.toString().endsWith(".class")).sorted().toList());
        }
    }
}
