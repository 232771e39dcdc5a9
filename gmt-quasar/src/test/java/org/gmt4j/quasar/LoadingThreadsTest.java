package org.gmt4j.quasar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import co.paralleluniverse.fibers.instrument.JavaAgent;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The agent in several threads that load classes of one loader, which name each other. */
@Timeout(240)
class LoadingThreadsTest {
    private static final int ROUNDS = 1000;
    private static final String STATS = "public class Stats { int n; " + "void note%d() { n++; } ".repeat(6)
        + "void note() { n++; } "
        + "public void waits() throws org.gmt4j.fibers.SuspendExecution { "
        + "co.paralleluniverse.fibers.Coroutine.suspend(); } }";
    private static final String USES = "public class Uses { static long sum; "
        + "void run(Stats stats) throws org.gmt4j.fibers.SuspendExecution { "
        + "stats.waits(); long v = sum; stats.note(); sum = v + 1; } }";

    @TempDir
    private Path folder;

    private static ClassFileTransformer agent() {
        final List<ClassFileTransformer> added = new ArrayList<>();
        final Instrumentation instrumentation = (Instrumentation) Proxy.newProxyInstance(
            Instrumentation.class.getClassLoader(), new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> method.getName().equals("addTransformer")
                ? noted(added, (ClassFileTransformer) arguments[0]) : null);
        JavaAgent.premain("", instrumentation);
        return added.get(0);
    }

    private static Object noted(final List<ClassFileTransformer> added, final ClassFileTransformer transformer) {
        added.add(transformer);
        return null;
    }

    private byte[] compiled(final String name, final String source) throws Exception {
        Files.writeString(folder.resolve(name + ".java"), source);
        TestCompiler.compile(folder, List.of(folder.resolve("Stats.java"), folder.resolve(name + ".java")));
        return Files.readAllBytes(folder.resolve(name + ".class"));
    }

    @Test
    void shouldInstrumentWhatSeveralThreadsLoad() throws Exception {
        final byte[] stats = compiled("Stats", STATS.formatted(1, 2, 3, 4, 5, 6));
        final byte[] uses = compiled("Uses", USES);
        final ClassFileTransformer agent = agent();
        final ExecutorService threads = Executors.newFixedThreadPool(2);
        int left = 0;
        try {
            for (int i = 0; i < ROUNDS; i++) {
                try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()},
                    getClass().getClassLoader())) {
                    final CyclicBarrier begin = new CyclicBarrier(2);
                    final Future<byte[]> first = threads.submit(() -> {
                        begin.await();
                        return agent.transform(loader, "Stats", null, null, stats);
                    });
                    final Future<byte[]> second = threads.submit(() -> {
                        begin.await();
                        return agent.transform(loader, "Uses", null, null, uses);
                    });
                    left += (first.get() == null ? 1 : 0) + (second.get() == null ? 1 : 0);
                }
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(0, left, "classes left as they were");
    }
}
