package org.gmt4j.engine.waiting;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waiting of all threads of one node. Created by the node; a service of its tasks, so that benchmarks can compare
 * modes within one job. Any thread.
 */
public final class NodeWaiting implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWaiting.class);

    private final WaitConfig config;
    private final boolean hasCore;
    private final int threadsPerCore;
    /** Null until it is requested: most jobs never do. */
    private volatile CpuFrequency frequency;
    private final List<Waiter> waiters = new CopyOnWriteArrayList<>();
    private volatile WaitMode mode;

    private record Waiter(ThreadWait thread, boolean isWoken) {
    }

    /** @param threads number of threads of the job on this host */
    public NodeWaiting(final WaitConfig config, final int threads, final int cores) {
        this.config = config;
        hasCore = threads <= cores;
        threadsPerCore = (threads + cores - 1) / cores;
        mode = config.mode();
        if (mode == WaitMode.POLL && !hasCore) {
            LOG.warn("GMT-290 gmt.wait=poll with {} threads on {} cores: threads that spin keep the "
                + "others from their work; take adaptive or block, or fewer nodes", threads, cores);
        }
        frequency = config.frequency() && hasCore ? CpuFrequency.ofMachine() : null;
        if (frequency != null && !frequency.isPossible()) {
            warn(frequency.obstacle());
        } else if (config.frequency() && !hasCore) {
            warn(threads + " threads share " + cores + " cores");
        }
    }

    private static void warn(final String obstacle) {
        LOG.warn("GMT-291 gmt.wait.frequency is on, but changes nothing: {}", obstacle);
    }

    /**
     * Creates the wait of one thread. Set-up.
     *
     * @param hasArrived see {@link ThreadWait}
     * @param isWoken    whether everything that can arrive wakes the thread
     */
    public ThreadWait newWait(final BooleanSupplier hasArrived, final boolean isWoken) {
        final ThreadWait wait = new ThreadWait(WaitPolicy.of(mode, config, hasCore, isWoken),
            new Patience(threadsPerCore), hasArrived,
            hasCore ? new SwitchedEffect() : WaitEffect.NONE);
        waiters.add(new Waiter(wait, isWoken));
        return wait;
    }

    /** Returns the threads of the job on this host by its cores, rounded up. */
    public int threadsPerCore() {
        return threadsPerCore;
    }

    public WaitConfig config() {
        return config;
    }

    /** Starts effects of waits, after all nodes have met. */
    public void begin() {
        if (frequency != null) {
            frequency.enable();
        }
    }

    /** Returns the current mode. */
    public WaitMode mode() {
        return mode;
    }

    /** Sets the mode of all threads of this node. */
    public void mode(final WaitMode other) {
        mode = other;
        waiters.forEach(waiter -> waiter.thread.policy(WaitPolicy.of(other, config, hasCore, waiter.isWoken)));
    }

    /**
     * Opens the machine's frequencies, so that {@link #frequency(boolean)} can switch. Called on each node of a job
     * before one of them switches on: all must have read the bounds before one lowers any.
     *
     * @return the reason why frequencies cannot be changed; empty when they can
     */
    public String openFrequency() {
        if (!hasCore) {
            return "threads share cores, so that a slow one would slow others";
        }
        return openFrequency(frequency == null ? CpuFrequency.ofMachine() : frequency);
    }

    String openFrequency(final CpuFrequency opened) {
        frequency = opened;
        return opened.obstacle();
    }

    /**
     * Sets whether long waits lower the frequency. No effect where {@link #openFrequency()} found an obstacle.
     */
    public void frequency(final boolean isOn) {
        final CpuFrequency opened = frequency;
        if (opened != null && isOn) {
            opened.enable();
        } else if (opened != null) {
            opened.disable();
        }
    }

    /** The effect of one thread's waits, which a job may switch on and off. Owned by the thread. */
    private final class SwitchedEffect implements WaitEffect {
        private CpuFrequency of;
        private WaitEffect effect = NONE;

        @Override
        public boolean isWanted(final long idleNs, final Expecting expecting) {
            final CpuFrequency current = frequency;
            if (current != of) {
                of = current;
                effect = current.effect();
            }
            return effect.isWanted(idleNs, expecting);
        }

        @Override
        public void begin() {
            effect.begin();
        }

        @Override
        public void end() {
            effect.end();
        }
    }

    /** Restores everything that waits have changed. */
    @Override
    public void close() {
        if (frequency != null) {
            frequency.close();
        }
    }
}
