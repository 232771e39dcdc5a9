package org.gmt4j.aggregation.transport.connect;

import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The looks of an {@link OnDemandTransport} at its connections: takes frames, moves on waiting ones, closes idle ones.
 * Often while something waits, or where looking is cheap, and less often else. Reports failures. Owned by the
 * thread of the transport; {@link #work} is per turn, the rest set-up.
 */
final class ConnectDutyCycle {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectDutyCycle.class);
    private static final long BUSY_INTERVAL_NS = 10_000;
    private static final long CALM_INTERVAL_NS = 100_000;
    private static final long MIN_SWEEP_NS = 1_000_000;
    private static final long MAX_SWEEP_NS = 1_000_000_000;
    private static final int FRAMES_PER_LOOK = 64;

    private final int nodeId;
    private final int nodeCount;
    private final ConnectConfig config;
    private final ConnectionTable table;
    private final SignedFrames frames;
    private final ControlChannel control;
    private final boolean isCheapToPoll;
    private final ControlFrame frameIn = new ControlFrame();
    private final ControlChannel.FrameHandler onFrame = this::onFrame;
    private boolean mustLook = true;
    private boolean isBegun;
    private long nextLookNs;
    private long nextSweepNs;
    private long lastNowNs;
    private String failure;
    private IntConsumer onBroken = node -> { };

    ConnectDutyCycle(final int nodeId, final int nodeCount, final ConnectConfig config, final ConnectionTable table,
                     final SignedFrames frames, final ControlChannel control) {
        this.nodeId = nodeId;
        this.nodeCount = nodeCount;
        this.config = config;
        this.table = table;
        this.frames = frames;
        this.control = control;
        isCheapToPoll = control.isCheapToPoll();
    }

    /** Sets the receiver of losses: data that were sent to a node, or came from it, are lost. */
    void onBroken(final IntConsumer listener) {
        onBroken = listener;
    }

    /** The last failure, or null. */
    String failure() {
        return failure;
    }

    // --- findings of the transport ---

    /** A claim that found no connection. Answers like {@link org.gmt4j.aggregation.transport.Transport#tryClaim}. */
    int want(final int node) {
        final Connection connection = table.to(node);
        final int answer = connection.want();
        if (answer == OnDemandTransport.NOT_CONNECTED) {
            activate(connection);
        }
        return answer;
    }

    /** The streams of a ready connection have failed. */
    void brokenLink(final Connection connection, final String reason) {
        connection.onBrokenLink(reason, lastNowNs);
        report(connection);
        activate(connection);
    }

    /** Logs the failure of a connection, once. */
    private void report(final Connection connection) {
        if (connection.takeFailure()) {
            failure = connection.failure();
            LOG.warn("node {}: {}", nodeId, failure);
        }
    }

    /** Buffers of a node, or of this one to itself, cannot be trusted. */
    void flawed(final int node, final String reason) {
        failure = reason;
        LOG.warn("{} (found by node {})", failure, nodeId);
        if (node != nodeId) {
            final Connection connection = table.to(node);
            connection.giveUp(failure, lastNowNs);
            connection.takeFailure();              // logged above
            activate(connection);
        }
        onBroken.accept(node);
    }

    private void activate(final Connection connection) {
        mustLook |= table.activate(connection);
    }

    // --- turns ---

    /** Looks when it is due. @return pieces of work done */
    int work(final long nowNs) {
        lastNowNs = nowNs;
        return mustLook || nowNs - nextLookNs >= 0 ? look(nowNs) : 0;
    }

    private int look(final long nowNs) {
        if (!frames.isConnected()) {
            return 0;
        }
        if (!isBegun) {
            begin(nowNs);
        }
        mustLook = false;
        int work = control.poll(onFrame, FRAMES_PER_LOOK, nowNs);
        work += progress(nowNs);
        if (nowNs - nextSweepNs >= 0) {
            sweep(nowNs);
        }
        nextLookNs = nowNs + (table.activeCount() > 0 || isCheapToPoll ? BUSY_INTERVAL_NS : CALM_INTERVAL_NS);
        return work;
    }

    private void begin(final long nowNs) {
        isBegun = true;
        nextSweepNs = nowNs;
        if (config.mode() == ConnectMode.STATIC) {
            for (int node = nodeId + 1; node < nodeCount; node++) {    // the one with the smaller id asks
                table.to(node).want();
                activate(table.to(node));
            }
        }
    }

    private int progress(final long nowNs) {
        int work = 0;
        for (int i = table.activeCount() - 1; i >= 0; i--) {
            final Connection connection = table.active(i);
            work += connection.onTime(nowNs) ? 1 : 0;
            report(connection);
            if (connection.takeLoss()) {
                onBroken.accept(connection.peer());
            }
            if (connection.isQuiet()) {
                table.deactivate(i);
            }
        }
        return work;
    }

    private void sweep(final long nowNs) {
        nextSweepNs = nowNs + Math.max(MIN_SWEEP_NS, Math.min(MAX_SWEEP_NS, config.idleNs() / 8));
        if (config.closesIdle()) {
            for (final Connection connection : table.known()) {
                connection.closeIfIdle(nowNs);
                if (!connection.isQuiet()) {
                    activate(connection);
                }
            }
        }
    }

    private void onFrame(final byte[] bytes, final int length, final Object from) {
        final ControlFrame frame = frameIn;
        if (!frames.read(bytes, length, from, frame)) {
            return;
        }
        final Connection connection = table.to(frame.source);
        final Connection.State before = connection.state();
        connection.onFrame(frame, lastNowNs);
        if (connection.takeLoss()
            || connection.state() == Connection.State.FAILED && mayHaveLost(connection, before)) {
            report(connection);
            onBroken.accept(frame.source);
        }
        if (!connection.isQuiet()) {
            activate(connection);
        }
    }

    /** A frame has ended the connection. While it drains, a later try that fails at once has lost nothing. */
    private static boolean mayHaveLost(final Connection connection, final Connection.State before) {
        return before == Connection.State.READY || before == Connection.State.DRAINING && connection.wasReady();
    }
}
