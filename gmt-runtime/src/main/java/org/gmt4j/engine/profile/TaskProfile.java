package org.gmt4j.engine.profile;

/**
 * Measures chunks and waits of the tasks of one worker. Owned by its thread; counts any thread. Per chunk and per
 * switch: mostly a read of the {@link CoarseClock}. Sampled ones are timed exactly, long ones to the clock's step.
 */
public final class TaskProfile {
    private static final String[] KINDS = {"nothing", "data", "handle", "tasks", "collective", "signal"};

    private final NodeProfile node;
    private final int worker;
    private final CoarseClock clock;
    private final long longNs;
    private final Sampler chunks;
    private final Sampler waits;
    private final StageTimes wakes = new StageTimes();
    private final long[] waitCounts = new long[KINDS.length];
    private final long[] waitNs = new long[KINDS.length];

    TaskProfile(final NodeProfile node, final int worker, final CoarseClock clock, final ProfileConfig config) {
        this.node = node;
        this.worker = worker;
        this.clock = clock;
        longNs = config.longNs();
        chunks = new Sampler(config.chunks());
        waits = new Sampler(config.chunks());
    }

    /** Returns the name of a kind of wait, by the number passed to {@link #suspended}. */
    public static String kind(final int kind) {
        return KINDS[kind];
    }

    public FiberProfile newFiber() {
        return new FiberProfile();
    }

    /** Notes that a fiber takes a chunk. */
    public void chunkBegins(final FiberProfile fiber) {
        fiber.chunkTickNs = clock.nowNs();
        if (chunks.isDue()) {
            fiber.chunk = new ProfileEvents.Chunk();
            fiber.chunk.begin();
            fiber.chunkNs = System.nanoTime();
        }
    }

    /** Notes that the commands of a chunk have been executed. */
    public void chunkEnded(final FiberProfile fiber, final Class<?> body, final long iterations) {
        final ProfileEvents.Chunk sampled = fiber.chunk;
        if (sampled != null) {
            fiber.chunk = null;
            sampled.end();
            record(sampled, body, iterations, System.nanoTime() - fiber.chunkNs, true);
        } else if (clock.nowNs() - fiber.chunkTickNs >= longNs) {
            record(new ProfileEvents.Chunk(), body, iterations, clock.nowNs() - fiber.chunkTickNs, false);
        }
    }

    private void record(final ProfileEvents.Chunk event, final Class<?> body, final long iterations,
                        final long ns, final boolean isSampled) {
        event.node = node.nodeId();
        event.worker = worker;
        event.iterations = iterations;
        event.body = body;
        event.took = ns;
        event.sampled = isSampled;
        event.commit();
    }

    /** Notes that a fiber is suspended for a kind of wait; 0 when it only gives way or has nothing to do. */
    public void suspended(final FiberProfile fiber, final int kind) {
        fiber.waitKind = kind;
        if (kind == 0) {
            return;
        }
        fiber.waitTickNs = clock.nowNs();
        if (waits.isDue()) {
            fiber.wait = new ProfileEvents.Wait();
            fiber.wait.begin();
            fiber.waitNs = System.nanoTime();
        }
    }

    /** Notes that a timed reply has made a fiber ready. */
    public void woken(final FiberProfile fiber, final long nowNs) {
        fiber.readyNs = nowNs;
    }

    /** Notes that a fiber is resumed. */
    public void resumes(final FiberProfile fiber) {
        if (fiber.readyNs != 0) {
            wakes.record(System.nanoTime() - fiber.readyNs);
            fiber.readyNs = 0;
        }
        final int kind = fiber.waitKind;
        if (kind != 0) {
            fiber.waitKind = 0;
            waited(fiber, kind);
        }
    }

    private void waited(final FiberProfile fiber, final int kind) {
        final long coarseNs = clock.nowNs() - fiber.waitTickNs;
        waitCounts[kind]++;
        waitNs[kind] += coarseNs;
        final ProfileEvents.Wait sampled = fiber.wait;
        if (sampled != null) {
            fiber.wait = null;
            sampled.end();
            record(sampled, kind, System.nanoTime() - fiber.waitNs, true);
        } else if (coarseNs >= longNs) {
            record(new ProfileEvents.Wait(), kind, coarseNs, false);
        }
    }

    private void record(final ProfileEvents.Wait event, final int kind, final long ns, final boolean isSampled) {
        event.node = node.nodeId();
        event.worker = worker;
        event.kind = KINDS[kind];
        event.took = ns;
        event.sampled = isSampled;
        event.commit();
    }

    StageTimes wakes() {
        return wakes;
    }

    /** Adds count and nanoseconds of all kinds, alternating, to {@code sum}. */
    void addWaits(final long[] sum) {
        for (int kind = 0; kind < KINDS.length; kind++) {
            sum[2 * kind] += waitCounts[kind];
            sum[2 * kind + 1] += waitNs[kind];
        }
    }

    static int kinds() {
        return KINDS.length;
    }
}
