package org.gmt4j.cli.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.agrona.DirectBuffer;
import org.gmt4j.AgentJar;
import org.gmt4j.ClassArchive;
import org.gmt4j.cli.program.GmtProcess.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that no build step has seen, started by plain Java: the agent is the only flag, and without it the message
 * names it.
 */
@Timeout(240)
class OneFlagTest {
    private static final String PROGRAM = """
        import org.gmt4j.GmtCluster;
        import org.gmt4j.GlobalLongArray;

        public class Adds {
            public static void main(String[] args) throws Exception {
                try (GmtCluster cluster = GmtCluster.local(2)) {
                    System.out.println(cluster.<Long>call(ctx -> {
                        GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                        ctx.parFor(1000, 10, (i, c) -> a.addNb(c, i % 100, a.get(c, i % 100) * 0 + 1));
                        return a.sum(ctx);
                    }));
                }
            }
        }
        """;

    /** Runs it behind a class loader of its own, as servers do, and knows nothing of us itself. */
    private static final String SERVER = """
        import java.net.URL;
        import java.net.URLClassLoader;
        import java.nio.file.Path;

        public class Server {
            public static void main(String[] args) throws Exception {
                String[] entries = args[0].split(":");
                URL[] urls = new URL[entries.length];
                for (int i = 0; i < urls.length; i++) {
                    urls[i] = Path.of(entries[i]).toUri().toURL();
                }
                new URLClassLoader(urls, ClassLoader.getPlatformClassLoader()).loadClass("Adds")
                    .getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            }
        }
        """;

    /** Starts an application anew several times, and counts the loaders of those that are over. */
    private static final String REDEPLOYS = """
        import java.lang.ref.WeakReference;
        import java.net.URL;
        import java.net.URLClassLoader;
        import java.nio.file.Path;
        import java.util.ArrayList;
        import java.util.List;

        public class Redeploys {
            static WeakReference<ClassLoader> deploy(URL url) throws Exception {
                try (URLClassLoader loader = new URLClassLoader(new URL[] {url}, Redeploys.class.getClassLoader())) {
                    loader.loadClass("Adds").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                    return new WeakReference<>(loader);
                }
            }

            static long alive(List<WeakReference<ClassLoader>> loaders) {
                return loaders.stream().filter(loader -> loader.get() != null).count();
            }

            public static void main(String[] args) throws Exception {
                List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
                for (int i = 0; i < 12; i++) {
                    loaders.add(deploy(Path.of(args[0]).toUri().toURL()));
                }
                long endNs = System.nanoTime() + 30_000_000_000L;
                while (alive(loaders) > 5 && System.nanoTime() < endNs) {
                    System.gc();
                }
                System.out.println(alive(loaders) <= 5 ? "few" : alive(loaders) + " loaders are kept");
            }
        }
        """;

    /** Its main code blocks by a call that may be one of anything; no task does. */
    private static final String BLOCKS = """
        import java.util.concurrent.Callable;
        import org.gmt4j.GmtCluster;

        public class Blocks {
            public static Thread begin(Runnable body) {
                Thread thread = new Thread(body);
                thread.start();
                return thread;
            }

            static void call(Callable<Object> body) throws Exception {
                body.call();
            }

            public static void main(String[] args) throws Exception {
                var method = Blocks.class.getMethod("begin", Runnable.class);
                call(() -> {
                    ((Thread) method.invoke(null, (Runnable) () -> System.out.println("hello"))).join();
                    return 1;
                });
                try (GmtCluster cluster = GmtCluster.local(2)) {
                    System.out.println(cluster.<Long>call(ctx -> ctx.sum(10, 1, (i, c) -> i)));
                }
            }
        }
        """;

    /** Has a method that waits and blocks, which the agent permits, and another that does not declare a wait. */
    private static final String UNDECLARED = """
        import org.gmt4j.GmtCluster;
        import org.gmt4j.GlobalLongArray;
        import org.gmt4j.TaskContext;
        import org.gmt4j.fibers.SuspendExecution;

        public class Undeclared {
            static long quiet(TaskContext c, GlobalLongArray a) {
                try {
                    return a.get(c, 9);
                } catch (SuspendExecution e) {
                    return -1;
                }
            }

            public static void main(String[] args) throws Exception {
                try (GmtCluster cluster = GmtCluster.local(2)) {
                    cluster.run(ctx -> {
                        GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                        ctx.execute(0, c -> {
                            try {
                                Thread.sleep(1);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            quiet(c, a);
                            c.yield();
                        });
                    });
                }
            }
        }
        """;

    @TempDir
    private Path folder;

    private Ended start(final List<String> flags, final String path, final String... mainAndArguments)
        throws Exception {
        try (GmtProcess java = new GmtProcess(folder)) {
            final List<String> command = new ArrayList<>(List.of("-Xmx512m", "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
            if (path.startsWith(UserProgram.CLASS_PATH)) {
                command.addAll(ClassArchive.flags());
            }
            command.addAll(flags);
            command.addAll(List.of("-cp", path));
            command.addAll(List.of(mainAndArguments));
            return java.startPlain(Map.of(), command, "").await();
        }
    }

    private Ended runWithAgent(final String name, final String source) throws Exception {
        final Path classes = UserProgram.compile(folder, Map.of(name, source));
        return start(List.of("-javaagent:" + AgentJar.in(folder)), UserProgram.CLASS_PATH + ":" + classes, name);
    }

    @Test
    void shouldRunWithTheAgentAloneAndSayNothing() throws Exception {
        final Ended ended = runWithAgent("Adds", PROGRAM);
        assertEquals("1000", ended.out().strip(), ended::toString);
        assertEquals(0, ended.code(), ended::toString);
        if (Runtime.version().feature() < 24) {
            assertEquals("", ended.err(), ended::toString);
        }
    }

    @Test
    void shouldOpenTheJdkToClassLoadersOfServers() throws Exception {
        final Path classes = UserProgram.compile(folder, Map.of("Adds", PROGRAM, "Server", SERVER));
        final Path agent = AgentJar.in(folder);
        final Ended ended = start(List.of("-javaagent:" + agent), classes.toString(), "Server",
            UserProgram.CLASS_PATH + ":" + classes);
        assertEquals("1000", ended.out().strip(), ended::toString);
    }

    @Test
    void shouldLetClassLoadersGo() throws Exception {
        final Path server = UserProgram.compile(folder, Map.of("Redeploys", REDEPLOYS));
        final Path classes = UserProgram.compile(Files.createDirectories(folder.resolve("application")),
            Map.of("Adds", PROGRAM));
        final Ended ended = start(List.of("-javaagent:" + AgentJar.in(folder)), UserProgram.CLASS_PATH + ":" + server,
            "Redeploys", classes + "/");
        assertEquals("1000\n".repeat(12) + "few", ended.out().strip(), ended::toString);
    }

    @Test
    void shouldAcceptMainCodeThatBlocks() throws Exception {
        final Ended ended = runWithAgent("Blocks", BLOCKS);
        assertEquals("hello\n45", ended.out().strip(), ended::toString);
    }

    @Test
    void shouldNameTheMethodThatDoesNotDeclareItsWait() throws Exception {
        final Ended ended = runWithAgent("Undeclared", UNDECLARED);
        assertTrue(ended.err().contains("GMT-215 Undeclared.quiet:9 waits in a task without declaring it"),
            ended::toString);
        assertFalse(ended.err().contains("cannot be instrumented"), ended::toString);
    }

    @Test
    void shouldNameTheFlagWhereItIsMissing() throws Exception {
        final Path classes = UserProgram.compile(folder, Map.of("Adds", PROGRAM));
        final Ended ended = start(List.of(), UserProgram.CLASS_PATH + ":" + classes, "Adds");
        assertEquals(1, ended.code(), ended::toString);
        assertTrue(ended.err().contains("GMT-298 Java keeps jdk.internal.misc closed"), ended::toString);
        assertTrue(ended.err().contains("-javaagent:") && ended.err()
            .contains("--add-opens java.base/jdk.internal.misc=ALL-UNNAMED"), ended::toString);
        assertFalse(ended.err().contains("IllegalAccessError"), ended::toString);
    }

    private static void addClasses(final Path from, final ZipOutputStream out) throws IOException {
        try (JarFile jar = new JarFile(from.toFile())) {
            for (final JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(".class")) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    jar.getInputStream(entry).transferTo(out);
                    out.closeEntry();
                }
            }
        }
    }

    /** As jars that are merged are made, without what their manifests say. */
    @Test
    void shouldNotAdviseAJarThatIsNoAgent() throws Exception {
        final Path classes = UserProgram.compile(folder, Map.of("Adds", PROGRAM));
        final Path merged = folder.resolve("merged.jar");
        final Path agrona = Path.of(DirectBuffer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(merged))) {
            addClasses(AgentJar.in(folder), out);
            addClasses(agrona, out);
        }
        final Ended ended = start(List.of(), merged + ":" + UserProgram.CLASS_PATH + ":" + classes, "Adds");
        assertTrue(ended.err().contains("Start Java with --add-opens java.base/jdk.internal.misc=ALL-UNNAMED. ")
            && ended.err().contains("Premain-Class"), ended::toString);
        assertFalse(ended.err().contains("-javaagent"), ended::toString);
    }
}
