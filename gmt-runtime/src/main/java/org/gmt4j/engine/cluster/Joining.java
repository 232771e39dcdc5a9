package org.gmt4j.engine.cluster;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.BootstrapException;
import org.gmt4j.engine.bootstrap.SeedServer;
import org.gmt4j.engine.node.Node;

/**
 * A process on its way into a joined job, and how it turns back: because something fails, or because the process is
 * asked to end, as by Ctrl-C while others do not come. Then too it leaves neither a key file nor a driver's folder.
 *
 * <pre>
 *   Joining ──► entered ──► started ──► arrived                       from then on its job is told of the end
 *      └───────────┴───────────┴──────► turnBack                      by the thread that joins
 *   process ends ──► seed's connection closed ──► the thread that joins fails, and turns back
 * </pre>
 */
final class Joining implements AutoCloseable {
    private static final Duration OTHERS_HEAR_WITHIN = Duration.ofSeconds(2);
    private static final long TURNS_BACK_WITHIN_MS = 5_000;

    private final int nodeId;
    private final ExitWatch watch;
    private final CountDownLatch isBack = new CountDownLatch(1);
    private Node node;                          // of the joining thread
    private SeedServer server;                  // null on other nodes than 0; guarded by this, as the following
    private Bootstrap bootstrap;
    private Consumer<String> job;
    private boolean isEnding;

    Joining(final int nodeId) {
        this.nodeId = nodeId;
        watch = ExitWatch.start("node " + nodeId, this::processEnds);
    }

    /** Starts the seed, on node 0. A process that ends meanwhile waits for it: it makes the key file. */
    synchronized SeedServer host(final Supplier<SeedServer> seed) {
        requireLife();
        server = seed.get();
        return server;
    }

    synchronized Bootstrap entered(final Bootstrap entered) {
        bootstrap = entered;
        requireLife();
        return entered;
    }

    Node started(final Node started) {
        node = started;
        return started;
    }

    /** @param onExit receives the cause when the process ends in the middle of the job */
    synchronized void arrived(final Consumer<String> onExit) {
        requireLife();
        job = onExit;
    }

    private void requireLife() {
        if (isEnding) {
            throw new IllegalStateException("the process of node " + nodeId + " ends");
        }
    }

    /** Closes what there is. Does not return where the process is ending. */
    void turnBack(final Throwable failure) {
        final SeedServer hosted;
        final Bootstrap entered;
        final boolean isToTell;
        synchronized (this) {
            hosted = server;
            entered = bootstrap;
            isToTell = isEnding || !(failure instanceof BootstrapException);     // of those the others know
        }
        if (entered != null && isToTell) {
            entered.reportFailure("node " + nodeId + " did not start: " + failure.getMessage());
        }
        if (node != null) {
            node.close();
        }
        if (entered != null) {
            entered.close();
        }
        if (hosted != null) {
            close(hosted, isToTell);
        }
        isBack.countDown();
        if (hasEnd()) {
            awaitHalt();
        }
        watch.close();
    }

    private synchronized boolean hasEnd() {
        return isEnding;
    }

    private static void close(final SeedServer hosted, final boolean isToTell) {
        try {
            if (isToTell) {
                hosted.awaitAllGone(OTHERS_HEAR_WITHIN);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        hosted.close();
    }

    private void processEnds(final String why) {
        final SeedServer hosted;
        final Bootstrap entered;
        final Consumer<String> arrived;
        synchronized (this) {
            isEnding = true;
            hosted = server;
            entered = bootstrap;
            arrived = job;
        }
        if (arrived != null) {
            arrived.accept(why);
        } else if (entered != null) {
            entered.reportFailure(why);
            entered.close();
            await(isBack);
        } else if (hosted != null) {
            hosted.close();
        }
    }

    private static void awaitHalt() {
        await(new CountDownLatch(1));
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await(TURNS_BACK_WITHIN_MS, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** After the end of the job. */
    @Override
    public void close() {
        watch.close();
    }
}
