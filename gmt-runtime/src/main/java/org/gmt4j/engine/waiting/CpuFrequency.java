package org.gmt4j.engine.waiting;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lowers the frequency of a processor during long waits of its thread, through the kernel's files. Any thread; set-up
 * and rare.
 *
 * <pre>
 * closed to waits --enable()--> open --close(), or a file that cannot be written--> closed for good
 * </pre>
 *
 * <p>All nodes of a job read the bounds before one of them lowers any: {@link #enable()} is called when all have met.
 * The original values are restored when a wait ends, when a thread ends, by {@link #close()} and when the JVM is asked
 * to end. Only {@code kill -9} leaves a processor slow.
 *
 * @see "Linux, Documentation/admin-guide/pm/cpufreq.rst"
 */
final class CpuFrequency implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CpuFrequency.class);
    /** Shortest wait that lowers the frequency: writing takes tens of microseconds. */
    private static final long LONG_NS = 1_000_000;
    /** Shortest wait for a long transfer that lowers the frequency. */
    private static final long LONG_FOR_BULK_NS = 20_000;
    private static final Path SYSTEM = Path.of("/sys/devices/system/cpu/cpufreq");

    private final List<FrequencyPolicy> policies = new ArrayList<>();   // guarded by this
    private final IntSupplier currentCpu;
    private final String obstacle;
    private volatile boolean isOpen;
    private boolean isBroken;      // guarded by this
    private Thread hook;           // guarded by this

    private CpuFrequency(final IntSupplier currentCpu, final List<FrequencyPolicy> policies, final String obstacle) {
        this.currentCpu = currentCpu;
        this.policies.addAll(policies);
        this.obstacle = obstacle;
    }

    /**
     * Opens the frequencies of the machine, which are restored when the JVM ends. Where they cannot be changed,
     * {@link #obstacle} says why.
     */
    public static CpuFrequency ofMachine() {
        final CpuFrequency frequency = open(SYSTEM, CurrentCpu.ofThread());
        if (frequency.isPossible()) {
            frequency.addHook();
        }
        return frequency;
    }

    /**
     * Opens frequencies by other files, for tests.
     *
     * @param folder     contains a folder {@code policyN} for each policy
     * @param currentCpu returns the processor of the calling thread
     */
    public static CpuFrequency open(final Path folder, final IntSupplier currentCpu) {
        final List<FrequencyPolicy> found = new ArrayList<>();
        String obstacle = folder + " has no frequency policy: this machine, or its host, sets frequencies by itself";
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, "policy*")) {
            for (final Path policy : folders) {
                found.add(FrequencyPolicy.open(policy));
            }
        } catch (final IOException | RuntimeException e) {
            found.clear();
            obstacle = "cannot read or write the frequencies in " + folder + " (" + e + "); root may";
        }
        return new CpuFrequency(currentCpu, found, found.isEmpty() ? obstacle : "");
    }

    private synchronized void addHook() {
        hook = new Thread(this::restore, "gmt-frequency");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public boolean isPossible() {
        return obstacle.isEmpty();
    }

    /** Returns the reason why frequencies cannot be changed, or an empty string. */
    public String obstacle() {
        return obstacle;
    }

    /** Permits waits to lower frequencies, when all nodes have read their bounds. */
    public void enable() {
        isOpen = isPossible();
    }

    /**
     * Stops lowering frequencies. Waits that have lowered one restore it when they end.
     */
    public void disable() {
        isOpen = false;
    }

    /** Returns the effect of one thread's waits. */
    public WaitEffect effect() {
        return isPossible() ? new Lowering() : WaitEffect.NONE;
    }

    /** Owned by one thread. */
    private final class Lowering implements WaitEffect {
        private FrequencyPolicy lowered;

        @Override
        public boolean isWanted(final long idleNs, final Expecting expecting) {
            return isOpen && idleNs > (expecting == Expecting.BULK ? LONG_FOR_BULK_NS : LONG_NS);
        }

        @Override
        public void begin() {
            lowered = waitBegins();
        }

        @Override
        public void end() {
            if (lowered != null) {
                waitEnds(lowered);
                lowered = null;
            }
        }
    }

    private FrequencyPolicy waitBegins() {
        final int cpu = currentCpu.getAsInt();
        synchronized (this) {
            for (final FrequencyPolicy policy : policies) {
                if (isOpen && policy.has(cpu)) {
                    try {
                        policy.waitBegins();
                    } catch (final IOException e) {
                        fail(e);
                    }
                    return policy;
                }
            }
        }
        return null;
    }

    private synchronized void waitEnds(final FrequencyPolicy policy) {
        try {
            policy.waitEnds();
        } catch (final IOException e) {
            fail(e);
        }
    }

    /** Disables the effect for good, when a file that could be written no longer can. */
    private void fail(final IOException cause) {
        isOpen = false;
        if (!isBroken) {
            isBroken = true;
            LOG.warn("GMT-292 the frequency of a processor could not be set, no more will be tried: {}",
                cause.toString());
            restore();
        }
    }

    private synchronized void restore() {
        isOpen = false;
        for (final FrequencyPolicy policy : policies) {
            try {
                policy.restore();
            } catch (final IOException e) {
                LOG.error("GMT-292 the frequency in {} could not be restored: write it there by hand ({})",
                    policy, e.toString());
            }
        }
    }

    /** Restores the original values. Idempotent. */
    @Override
    public void close() {
        restore();
        final Thread registered;
        synchronized (this) {
            registered = hook;
            hook = null;
        }
        if (registered != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(registered);
            } catch (final IllegalStateException e) {
                LOG.debug("the JVM ends: the hook runs");
            }
        }
    }
}
