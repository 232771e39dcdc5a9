package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.instrument.ClassFileStep;
import co.paralleluniverse.fibers.instrument.UninstrumentableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class ClassFileStepTest {
    private static final String WAITING = "void waits() throws SuspendExecution { Coroutine.suspend(); }";

    @TempDir
    private Path folder;

    @Test
    void shouldInstrumentOnceAndThenLeaveFilesAlone() throws IOException {
        compile(WAITING);
        assertEquals(1, instrument());
        final byte[] instrumented = Files.readAllBytes(folder.resolve("Tasks.class"));
        assertEquals(0, instrument());
        assertEquals(instrumented.length, Files.readAllBytes(folder.resolve("Tasks.class")).length);
    }

    @Test
    void shouldOnlyMarkClassesWithoutWaits() throws IOException {
        compile("synchronized void locks() { }");
        assertEquals(1, instrument());
        final String marked = Files.readString(folder.resolve("Tasks.class"), StandardCharsets.ISO_8859_1);
        assertTrue(marked.contains("Lorg/gmt4j/quasar/GivesWay;") && marked.contains("locks ()V"), marked);
        assertFalse(marked.contains("co/paralleluniverse/") || marked.contains("invoke"), marked);
        assertEquals(0, instrument());
    }

    @Test
    void shouldPutAPointOnceIntoALoopOfAClassThatKnowsNothingOfUs() throws IOException {
        compile("static int count(int n) { int sum = 0; for (int i = 0; i < n; i++) { sum += i; } return sum; }");
        assertEquals(1, instrument());
        final String marked = Files.readString(folder.resolve("Tasks.class"), StandardCharsets.ISO_8859_1);
        assertTrue(marked.contains("org/gmt4j/quasar/Progress") && marked.contains("point"), marked);
        assertFalse(marked.contains("co/paralleluniverse/"), marked);
        assertEquals(0, instrument());
    }

    /** A method may have 65,535 bytes of code: this one has nearly as many. */
    @Test
    void shouldLeaveOutAMethodThatBecomesTooLongWithPoints() throws Exception {
        final String loop = "for (int i = 0; i < n; i++) { sum += i; } ";
        compile("public static int count(int n) { int sum = 0; " + loop + loop + "return sum; } "
            + "public static int full(int n) { int sum = 0; " + loop + loop + "sum++; ".repeat(21_830)
            + "return sum; }");
        assertEquals(1, instrument());
        final byte[] marked = Files.readAllBytes(folder.resolve("Tasks.class"));
        assertTrue(new String(marked, StandardCharsets.ISO_8859_1).contains("point"));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()},
            getClass().getClassLoader())) {
            final Class<?> tasks = loader.loadClass("Tasks");
            assertEquals(90, call(tasks, "count"));
            assertEquals(90 + 21_830, call(tasks, "full"));
        }
        assertEquals(0, instrument());
    }

    private static int call(final Class<?> tasks, final String name) throws ReflectiveOperationException {
        final Method method = tasks.getMethod(name, int.class);
        method.setAccessible(true);
        return (int) method.invoke(null, 10);
    }

    @Test
    void shouldRefuseSynchronizedMethod() throws IOException {
        compile("synchronized " + WAITING);
        assertRefused("Tasks.waits", "synchronized");
    }

    @Test
    void shouldRefuseSynchronizedBlock() throws IOException {
        compile("void locks() throws SuspendExecution { synchronized (this) { Coroutine.suspend(); } }");
        assertRefused("Tasks.locks", "synchronized");
    }

    @Test
    void shouldRefuseCatchOfSuspendExecution() throws IOException {
        compile("void swallows() { try { Coroutine.suspend(); } catch (SuspendExecution e) { } } "
            + "void rethrows() throws SuspendExecution { try { Coroutine.suspend(); } catch (SuspendExecution "
            + "e) { throw e; } }");
        assertRefused("Tasks.rethrows", "SuspendExecution");
    }

    @Test
    void shouldRefuseBlockingCall() throws IOException {
        compile("void sleeps() throws Exception, SuspendExecution { Coroutine.suspend(); Thread.sleep(1); }");
        assertRefused("Tasks.sleeps", "java/lang/Thread#sleep");
    }

    @Test
    void shouldRefuseWaitInConstructor() throws IOException {
        compile("Tasks() throws SuspendExecution { Coroutine.suspend(); }");
        assertRefused("Tasks.<init>", "factory");
    }

    @Test
    void shouldNameAllClassesThatCannotWait() throws IOException {
        compile("synchronized " + WAITING + " static class Inner { synchronized " + WAITING + "} static class Good { "
            + WAITING + "}");
        final String message = assertThrows(UninstrumentableException.class, this::instrument).getMessage();
        assertTrue(message.startsWith("fibers cannot wait in 2 methods"), message);
        assertTrue(message.contains("Tasks$Inner.waits"), message);
        assertFalse(message.contains("Good"), message);
    }

    @Test
    void shouldTellUsageAndFailuresByExitCode() throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final PrintStream out = new PrintStream(bytes, true);
        assertEquals(2, Instrument.run(out, out));
        compile(WAITING);
        assertEquals(0, Instrument.run(out, out, folder.toString()));
        compile("synchronized " + WAITING);
        assertEquals(1, Instrument.run(out, out, folder.toString()));
        assertTrue(bytes.toString(StandardCharsets.UTF_8).contains("instrumented 1 of 1 classes"), bytes::toString);
    }

    /** An interrupted copy leaves half of a file, a newer compiler one of a version that is not known. */
    @Test
    void shouldNameAFileThatCannotBeRead() throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final PrintStream err = new PrintStream(bytes, true);
        compile(WAITING);
        final Path file = folder.resolve("Tasks.class");
        final byte[] whole = Files.readAllBytes(file);
        final byte[] newer = whole.clone();
        newer[7] = 120;
        for (final byte[] broken : List.of(new byte[0], Arrays.copyOf(whole, whole.length / 2), newer)) {
            bytes.reset();
            Files.write(file, broken);
            assertEquals(2, Instrument.run(err, err, folder.toString()), bytes::toString);
            assertTrue(bytes.toString(StandardCharsets.UTF_8).contains(file + " cannot be read as a class file: "),
                bytes::toString);
            assertArrayEquals(broken, Files.readAllBytes(file));
        }
    }

    @Test
    void shouldLeaveNothingBesideTheClasses() throws IOException {
        compile(WAITING);
        assertEquals(1, instrument());
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of("Tasks.class", "Tasks.java"),
                files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void shouldRefuseAJar() throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final PrintStream err = new PrintStream(bytes, true);
        final Path jar = Files.createFile(folder.resolve("app.jar"));
        assertEquals(2, Instrument.run(err, err, jar.toString()));
        assertTrue(bytes.toString(StandardCharsets.UTF_8).contains(jar + " is no folder"), bytes::toString);
    }

    private void assertRefused(final String method, final String reason) {
        final String message = assertThrows(UninstrumentableException.class, this::instrument).getMessage();
        assertTrue(message.contains(method) && message.contains(reason), message);
    }

    private void compile(final String members) throws IOException {
        final Path source = folder.resolve("Tasks.java");
        Files.writeString(source, "import co.paralleluniverse.fibers.*; "
            + "import org.gmt4j.fibers.SuspendExecution; class Tasks { " + members + " }");
        TestCompiler.compile(folder, List.of(source));
    }

    private int instrument() throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()},
            getClass().getClassLoader());
                Stream<Path> files = Files.list(folder)) {
            return new ClassFileStep(false, line -> { }).instrument(loader,
                files.filter(f -> f.toString().endsWith(".class")).sorted().toList());
        }
    }
}
