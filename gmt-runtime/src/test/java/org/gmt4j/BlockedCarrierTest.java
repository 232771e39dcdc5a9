package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.armci.Notify;
import org.gmt4j.engine.cluster.NodeCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * Bodies that block the thread they run on are told of, with place and stack; bodies that compute or wait as they
 * should are not.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BlockedCarrierTest {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Object MONITOR = new Object();
    private static volatile ServerSocket server;
    private static volatile SlowLoader loader;
    private static volatile long sink;

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.gmt4j.engine.node.NodeWatch");
    private final AppenderBase<ILoggingEvent> listener = new AppenderBase<>() {
        @Override
        protected void append(final ILoggingEvent event) {
            said.add(event.getFormattedMessage());
        }
    };

    @BeforeEach
    void listen() {
        logger.setAdditive(false);
        logger.addAppender(listener);
        listener.start();
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(listener);
        logger.setAdditive(true);
    }

    private static GmtCluster cluster(final Plan plan) {
        return TestClusters.start(2, plan, BlockedCarrierTest.class);
    }

    private void awaitSaid(final Future<?> run) throws Exception {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (said.isEmpty()) {
            assertTrue(System.nanoTime() < endNs, "nothing was said");
            if (run.isDone()) {
                run.get();
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static Future<?> submit(final GmtCluster cluster, final TaskBody body) {
        return NodeCluster.of(cluster).nodes().get(0).submit(ctx -> {
            body.run(ctx);
            return 0;
        });
    }

    private void check(final String method, final String... parts) {
        assertEquals(1, said.size(), said.toString());
        final String text = said.get(0);
        assertTrue(text.startsWith("GMT-761 a body has blocked the thread gmt-"), text);
        assertTrue(text.contains("at org.gmt4j.BlockedCarrierTest.lambda$" + method), text);
        assertTrue(text.contains("\n    at org.gmt4j.BlockedCarrierTest."), text);
        for (final String part : parts) {
            assertTrue(text.contains(part), text);
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    @SuppressWarnings("LockNotBeforeTry")   // the lock is what the task waits for
    void shouldTellOfALock(final Plan plan) throws Exception {
        LOCK.lock();
        try (GmtCluster cluster = cluster(plan)) {
            final Future<?> run = submit(cluster, ctx -> {
                LOCK.lock();
                LOCK.unlock();
            });
            try {
                awaitSaid(run);
            } finally {
                LOCK.unlock();
            }
            run.get(60, TimeUnit.SECONDS);
            check("shouldTellOfALock", "(WAITING)", "Mutexes", "of node 0");
        }
    }

    @Test
    void shouldTellOfAMonitor() throws Exception {
        try (GmtCluster cluster = cluster(Plan.COMBINED)) {
            final Future<?> run;
            synchronized (MONITOR) {
                run = submit(cluster, ctx -> block());
                awaitSaid(run);
            }
            run.get(60, TimeUnit.SECONDS);
            assertTrue(said.get(0).contains("at org.gmt4j.BlockedCarrierTest.block(") && said.get(0)
                .contains("(BLOCKED)"), said.toString());
        }
    }

    private static void block() {
        synchronized (MONITOR) {
            sink++;
        }
    }

    @Test
    void shouldTellOfSleepOncePerPlace() throws Exception {
        try (GmtCluster cluster = cluster(Plan.COMBINED)) {
            final Future<?> run = submit(cluster, ctx -> {
                for (int i = 0; i < 40; i++) {
                    sleep(20);
                }
            });
            run.get(60, TimeUnit.SECONDS);
            assertEquals(1, said.size(), said.toString());
            assertTrue(said.get(0).contains("(TIMED_WAITING)") && said.get(0).contains("Instead of sleeping"),
                said.toString());
        }
    }

    private static void sleep(final long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldTellOfAVisitThatBlocksAHelper() throws Exception {
        try (GmtCluster cluster = cluster(Plan.DEDICATED_1_1)) {
            final Future<?> run = submit(cluster, ctx -> ctx.executeLocal(1, c -> sleep(600)));
            run.get(60, TimeUnit.SECONDS);
            assertEquals(1, said.size(), said.toString());
            assertTrue(said.get(0).contains("of node 1") && said.get(0).contains("everything that this thread runs"),
                said.toString());
        }
    }

    @Test
    void shouldTellOfASocketThatIsRead() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
             GmtCluster cluster = cluster(Plan.COMBINED)) {
            server = listening;
            final Future<?> run = submit(cluster, ctx -> read());
            try (Socket other = listening.accept()) {
                awaitSaid(run);
                other.getOutputStream().write(1);
            }
            run.get(60, TimeUnit.SECONDS);
            assertTrue(said.get(0).contains("at org.gmt4j.BlockedCarrierTest.read(") && said.get(0)
                .contains("input and output"), said.toString());
        }
    }

    private static void read() {
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            sink += socket.getInputStream().read();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldTellOfAPipe() throws Exception {
        try (PipedOutputStream out = new PipedOutputStream(); PipedInputStream in = new PipedInputStream(out);
             GmtCluster cluster = cluster(Plan.COMBINED)) {
            pipe = in;
            final Future<?> run = submit(cluster, ctx -> sink += readPipe());
            awaitSaid(run);
            out.write(1);
            out.flush();
            run.get(60, TimeUnit.SECONDS);
        }
    }

    private static volatile PipedInputStream pipe;

    private static int readPipe() {
        try {
            return pipe.read();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldSayNothingOfBodiesThatComputeOrWait(final Plan plan) throws Exception {
        try (GmtCluster cluster = cluster(plan)) {
            final Future<?> computing = submit(cluster, ctx -> {
                final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(900);
                long x = 1;
                while (System.nanoTime() < endNs) {
                    x = x * 31 + Long.toString(x).hashCode();
                }
                sink = x;
            });
            final Future<?> waiting = submit(cluster, ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 100);
                ctx.executeNb(1, c -> {
                    for (int i = 0; i < 1000; i++) {
                        a.put(c, i % 100, i);
                    }
                    Notify.notify(c, 0);
                });
                Notify.await(ctx, 1, 1);
                Notify.await(ctx, 1, 1, TimeUnit.MILLISECONDS.toNanos(400));
                ctx.awaitTasks();
            });
            computing.get(60, TimeUnit.SECONDS);
            waiting.get(60, TimeUnit.SECONDS);
            assertEquals(List.of(), said);
        }
    }

    /** Takes its time for a class that does not exist, and has a lock for each class, as Java's own loaders have. */
    private static final class SlowLoader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);

        SlowLoader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(final String name) throws ClassNotFoundException {
            begun.countDown();
            try {
                end.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new ClassNotFoundException(name);
        }
    }

    private static void load() {
        try {
            Class.forName("org.gmt4j.Missing", false, loader);
            throw new AssertionError("it has been found");
        } catch (final ClassNotFoundException e) {
            sink++;
        }
    }

    /** Another thread loads the class that the body uses: no remedy of a program would help. */
    @Test
    @SuppressWarnings("LockNotBeforeTry")   // the lock is what the task waits for
    void shouldSayNothingOfAClassThatIsBeingLoaded() throws Exception {
        loader = new SlowLoader();
        final Thread other = new Thread(BlockedCarrierTest::load);
        other.start();
        loader.begun.await();
        LOCK.lock();
        try (GmtCluster cluster = cluster(Plan.COMBINED)) {
            final Future<?> loading = submit(cluster, ctx -> load());
            awaitBlocked("gmt-0-combined", loading);
            final Future<?> locking = NodeCluster.of(cluster).nodes().get(1).submit(ctx -> {
                LOCK.lock();
                LOCK.unlock();
                return 0;
            });
            try {
                awaitSaid(locking);                        // of what has blocked for less time
            } finally {
                LOCK.unlock();
                loader.end.countDown();
            }
            locking.get(60, TimeUnit.SECONDS);
            loading.get(60, TimeUnit.SECONDS);
            check("shouldSayNothingOfAClassThatIsBeingLoaded", "of node 1", "(WAITING)");
        }
        other.join();
    }

    private static void awaitBlocked(final String name, final Future<?> run) {
        final Thread thread = Thread.getAllStackTraces().keySet().stream()
            .filter(one -> one.getName().equals(name)).findFirst().orElseThrow();
        while (thread.getState() != Thread.State.BLOCKED) {
            assertFalse(run.isDone(), "the body does not wait");
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void shouldSayNothingWhenSwitchedOffAndLeaveNoThread() throws Exception {
        try (GmtCluster cluster = TestClusters.builder(2, Plan.COMBINED, BlockedCarrierTest.class)
            .set("gmt.watch.blocked", "0ms").set("gmt.watch.quit", "off").set("gmt.progress", "off").start()) {
            submit(cluster, ctx -> sleep(400)).get(60, TimeUnit.SECONDS);
            assertEquals(List.of(), said);
            assertFalse(isWatched());
        }
        final GmtCluster one = cluster(Plan.COMBINED);
        final GmtCluster other = cluster(Plan.COMBINED);
        assertTrue(isWatched());
        one.close();
        assertTrue(isWatched());
        other.close();
        assertFalse(isWatched());
    }

    private static boolean isWatched() {
        return Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getName().equals("gmt-watch") && thread.isAlive());
    }
}
