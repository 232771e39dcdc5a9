package org.gmt4j.engine.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.BootstrapConfig;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.bootstrap.SeedAddress;
import org.gmt4j.engine.bootstrap.SeedServer;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.node.SettingRecords;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process's part in a job described by {@code GMT_NODE_ID}, {@code GMT_NODES} and {@code GMT_SEED}. Node 0 hosts
 * the seed. The nodes end together: node 0 when its program closes the cluster, the others when they are notified of
 * that, with its outcome; or when the seed, another node or they themselves fail.
 */
final class JoinedJob implements AutoCloseable {
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofDays(365);
    private static final Duration OTHERS_HEAR_WITHIN = Duration.ofSeconds(30);
    private static final Duration OTHERS_LEAVE_WITHIN = Duration.ofSeconds(10);
    private static final int LONGEST_REASON = 2_000;
    private static final Logger LOG = LoggerFactory.getLogger(JoinedJob.class);

    private final SeedServer server;
    private final Bootstrap bootstrap;
    private final Node node;
    private final JoinedJobPublisher publisher;
    private final Joining joining;
    private boolean isEnded;                  // guarded by this
    private boolean isClosed;                 // guarded by this

    private JoinedJob(final SeedServer server, final Bootstrap bootstrap, final Node node,
        final JoinedJobPublisher publisher, final Joining joining) {
        this.publisher = publisher;
        this.server = server;
        this.bootstrap = bootstrap;
        this.node = node;
        this.joining = joining;
        joining.arrived(this::endsWithProcess);
    }

    static Optional<SeedAddress> described() {
        return SeedAddress.of(Environment.ofProcess());
    }

    static JoinedJob join(final SeedAddress seed, final Class<?>... programs) {
        JavaFlags.require();
        final Settings settings = ProgramDoor.checked(() -> SettingRecords.ofProcess().build()
            .with("gmt.nodes", String.valueOf(seed.nodeCount())));
        final RunPlan plan = RunPlan.of(settings.load(RunConfig.class),
            Runtime.getRuntime().availableProcessors(), true);
        final BootstrapConfig config = settings.load(BootstrapConfig.class);
        final Joining joining = new Joining(seed.nodeId());
        try {
            final SeedServer server = seed.nodeId() == 0 ? joining.host(() -> seed.host(config)) : null;
            final Bootstrap bootstrap = joining.entered(seed.join(config));
            final Node node = joining.started(NodeStarter.start(settings, plan, "", bootstrap, programs));
            return new JoinedJob(server, bootstrap, node, JoinedJobPublisher.start(node, plan, settings, bootstrap),
                joining);
        } catch (final RuntimeException | Error e) {
            joining.turnBack(e);
            throw e;
        }
    }

    Node node() {
        return node;
    }

    boolean isRoot() {
        return node.nodeId() == 0;
    }

    // --- the end ---

    /** Waits for the end of the job, on other nodes than 0. Throws {@link GmtException} when it has failed. */
    void serve() {
        final CompletableFuture<byte[]> verdict = new CompletableFuture<>();
        final Thread waiting = new Thread(() -> awaitVerdict(verdict), "gmt-end-" + node.nodeId());
        waiting.setDaemon(true);
        waiting.start();
        // A node that fails notifies the others, but nothing notifies it.
        node.onFailure().whenComplete((none, cause) -> verdict.completeExceptionally(cause));
        synchronized (this) {
            isEnded = true;
        }
        final byte[] said;
        try {
            said = verdict.join();
        } catch (final CompletionException e) {
            throw e.getCause() instanceof GmtException known ? known
                : new GmtException("GMT-722",
                    "node " + node.nodeId() + " ends before the job: " + e.getCause().getMessage(), e.getCause());
        }
        if (said.length > 0) {
            throw new GmtException("GMT-722",
                "node " + node.nodeId() + " ends, because the program on node 0 has failed: "
                + new String(said, StandardCharsets.UTF_8));
        }
    }

    private void awaitVerdict(final CompletableFuture<byte[]> verdict) {
        try {
            verdict.complete(bootstrap.allGather(new byte[0], AS_LONG_AS_IT_TAKES)[0]);
        } catch (final RuntimeException e) {
            verdict.completeExceptionally(e);
        }
    }

    /** Ends the job on node 0, once; {@code failure} is that of the program, or null. */
    synchronized void end(final Throwable failure) {
        if (isEnded) {
            return;
        }
        isEnded = true;
        if (node.failure() != null) {
            return;                                                 // the others have been notified
        }
        try {
            bootstrap.allGather(failure == null ? new byte[0] : reason(failure).getBytes(StandardCharsets.UTF_8),
                OTHERS_HEAR_WITHIN);
            bootstrap.leave();
        } catch (final RuntimeException e) {
            LOG.warn("GMT-723 the other nodes may not have heard of the end of the job: {}", e.getMessage());
        }
    }

    private static String reason(final Throwable failure) {
        final String text = failure instanceof GmtException ? failure.getMessage() : failure.toString();
        return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "...";
    }

    /** Ends the job because the process is ending in the middle of it. */
    private void endsWithProcess(final String why) {
        bootstrap.reportFailure(why);
        publisher.close();
        node.abandon();
    }

    /** Never throws. */
    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        if (isRoot()) {
            end(null);
        } else if (node.failure() == null) {
            bootstrap.leave();
        }
        publisher.close();
        node.close();
        joining.close();
        bootstrap.close();
        if (server != null) {
            closeServer();
        }
    }

    private void closeServer() {
        try {
            server.awaitAllGone(OTHERS_LEAVE_WITHIN);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
    }
}
