package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program compiles against the classes of the API's packages alone: no class of the engine, of the wire or of Quasar
 * is there.
 */
class ApiAloneTest {
    private static final String PROGRAM = """
        import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
        import org.gmt4j.*;
        import org.gmt4j.armci.*;
        import org.gmt4j.fibers.SuspendExecution;

        final class Program {
            public static void main(final String[] args) {
                try (GmtCluster cluster = GmtCluster.builder().nodes(2).set("gmt.fibers", \
64).register(Program.class).start()) {
                    cluster.run(ctx -> {
                        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(100).cyclic(3));
                        ctx.parFor(100, 10, SpawnPolicy.ownerOf(a), (low, high, c) -> {
                            for (long i = low; i < high; i++) {
                                a.addNb(c, i, 1);
                            }
                        });
                        final long sum = ctx.loop(100, 10).deterministic().sum((i, c) -> a.get(c, i));
                        final OperationHandle handle = ctx.newOperation();
                        a.putNb(handle, 5, sum);
                        ctx.await(handle);
                        final Visitor visitor = Visitor.open(ctx, a, (index, argument, c) -> a.addNb(c, index, \
argument));
                        visitor.send(ctx, 7, 1);
                        ctx.awaitVisits();
                        final NodeLocal<long[]> counts = NodeLocal.create(ctx, c -> new long[c.laneCount()]);
                        final List<Integer> nodes = ctx.callOnAll(c -> c.nodeId());
                        final PendingResult<Integer> later = ctx.callNb(1, c -> c.nodeId());
                        ctx.await(later);
                        one(ctx, a);
                        counts.free(ctx);
                    });
                } catch (final ParForException failure) {
                    System.exit(failure.first().nodeId());
                }
            }

            static void one(final TaskContext ctx, final GlobalArray array) throws SuspendExecution {
                final Armci armci = Armci.of(ctx);
                final ArmciMemory memory = armci.allocate(4096);
                armci.put(LocalBuffer.of(new byte[64]), 0, memory, ctx.nodeCount() - 1, 0, 64);
                memory.longs().fetchAdd(ctx, 0, 8, 1L);
                ctx.collectives().barrier();
                array.free(ctx);
            }
        }
        """;

    @TempDir
    Path folder;

    private Path api() throws Exception {
        final Path own = Files.createDirectories(folder.resolve("api"));
        for (final Class<?> any : List.of(GmtCluster.class, org.gmt4j.armci.Armci.class, SuspendExecution.class)) {
            final Path home = Path.of(any.getProtectionDomain().getCodeSource().getLocation().toURI());
            copy(home, any.getPackageName().replace('.', '/'), own);
        }
        return own;
    }

    private static void copy(final Path home, final String name, final Path to) throws IOException {
        try (Opened classes = Opened.of(home)) {
            final Path target = Files.createDirectories(to.resolve(name));
            try (Stream<Path> files = Files.list(classes.root().resolve(name))) {
                for (final Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
                    Files.copy(file, target.resolve(file.getFileName().toString()));
                }
            }
        }
    }

    private record Opened(Path root, AutoCloseable system) implements AutoCloseable {
        static Opened of(final Path home) throws IOException {
            if (Files.isDirectory(home)) {
                return new Opened(home, () -> { });
            }
            final var system = java.nio.file.FileSystems.newFileSystem(home);
            return new Opened(system.getPath("/"), system);
        }

        @Override
        public void close() throws IOException {
            try {
                system.close();
            } catch (final IOException e) {
                throw e;
            } catch (final Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void shouldCompileAgainstTheApiAlone() throws Exception {
        final Path classes = api();
        assertTrue(Files.exists(classes.resolve("org/gmt4j/TaskContext.class")));
        assertTrue(Files.notExists(classes.resolve("org/gmt4j/engine")));
        final Path source = Files.writeString(folder.resolve("Program.java"), PROGRAM);
        final StringWriter said = new StringWriter();
        final var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            final boolean isCompiled = compiler.getTask(said, files, null, List.of("-cp", classes.toString(), "-d",
                Files.createDirectories(folder.resolve("out")).toString(), "-proc:none"), null,
                files.getJavaFileObjects(source)).call();
            assertEquals("", said.toString().lines().filter(line -> line.contains("error:"))
                .reduce("", (a, b) -> a + "\n" + b), said::toString);
            assertTrue(isCompiled);
        }
    }

    /** The compiler looks at all methods of a name, whoever may call them. */
    @Test
    void shouldKeepNamesOfPublicMethodsFreeOfTheEngine() throws Exception {
        final List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(api())) {
            for (final Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
                final String name = folder.resolve("api").relativize(file).toString().replace(File.separatorChar, '.')
                    .replace(".class", "");
                final Class<?> type = Class.forName(name, false, ApiAloneTest.class.getClassLoader());
                if (isVisible(type)) {
                    addTo(found, type);
                }
            }
        }
        assertEquals(List.of(), found);
    }

    private static boolean isVisible(final Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
            && (type.getDeclaringClass() == null || isVisible(type.getDeclaringClass()))
            && !type.getSimpleName().endsWith("Test");
    }

    private static void addTo(final List<String> found, final Class<?> type) {
        final Set<String> names = new TreeSet<>();
        for (final Method method : type.getMethods()) {
            names.add(method.getName());
        }
        for (final Method method : type.getDeclaredMethods()) {
            if (!method.isSynthetic() && names.contains(method.getName())) {
                for (final Class<?> used : method.getParameterTypes()) {
                    if (used.getName().startsWith("org.gmt4j.engine.")
                        || used.getName().startsWith("org.gmt4j.aggregation.")) {
                        found.add(method.toString());
                    }
                }
            }
        }
    }
}
