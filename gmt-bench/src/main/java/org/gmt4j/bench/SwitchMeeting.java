package org.gmt4j.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.TaskContext;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Brings the fibers of one node together before they are measured, and takes the time from the first that starts to the
 * last that ends. A service of the node. Any worker's fibers.
 *
 * <p>A worker resumes ready fibers before it starts new ones, so fibers that merely yielded while they wait would keep
 * the others from starting: those that are early park with a deadline.
 */
final class SwitchMeeting {
    private static final long PATIENCE_NS = 20_000_000;

    private final int fiberCount;
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger readyRings = new AtomicInteger();
    private final AtomicLong startNs = new AtomicLong();
    private final AtomicLong switches = new AtomicLong();
    private volatile long endNs;
    private final List<List<TaskContext>> byWorker = new ArrayList<>();
    private final int[] parked;

    SwitchMeeting(final int fiberCount, final int workerCount) {
        this.fiberCount = fiberCount;
        parked = new int[workerCount];
        for (int i = 0; i < workerCount; i++) {
            byWorker.add(new ArrayList<>());
        }
    }

    /** Waits until all fibers are here; returns this one's position among those of its worker. */
    int meet(final TaskContext ctx) throws SuspendExecution {
        final List<TaskContext> mine = byWorker.get(ctx.workerId());
        final int position = mine.size();
        mine.add(ctx);
        arrived.incrementAndGet();
        while (arrived.get() < fiberCount) {
            rest(ctx);
        }
        return position;
    }

    /** The time begins with the first fiber that calls this. */
    void begin() {
        startNs.compareAndSet(0, System.nanoTime());
    }

    /** Parks for a while. */
    private static void rest(final TaskContext ctx) throws SuspendExecution {
        EngineTask.of(ctx).issued();
        try {
            ctx.await(PATIENCE_NS);
        } catch (final GmtTimeoutException expected) {
            // what else
        }
        EngineTask.of(ctx).completed(1);
    }

    void leave(final long switchCount) {
        switches.addAndGet(switchCount);
        if (ended.incrementAndGet() == fiberCount) {
            endNs = System.nanoTime();
        }
    }

    /** Fibers on this worker: final once all have met. */
    int count(final TaskContext ctx) {
        return byWorker.get(ctx.workerId()).size();
    }

    /** The fiber behind this one on the same worker. */
    TaskContext next(final TaskContext ctx, final int position) {
        final List<TaskContext> mine = byWorker.get(ctx.workerId());
        return mine.get((position + 1) % mine.size());
    }

    /** Workers with two fibers and more: final once all have met. */
    private int rings() {
        return (int) byWorker.stream().filter(fibers -> fibers.size() > 1).count();
    }

    /**
     * The first fiber of a ring waits until the others have parked, and until the other rings are as far: else one
     * could end before the next one begins. All fibers have started by then, so that yields keep nobody from it.
     */
    void awaitParked(final TaskContext ctx) throws SuspendExecution {
        while (parked[ctx.workerId()] < count(ctx) - 1) {
            rest(ctx);
        }
        readyRings.incrementAndGet();
        while (readyRings.get() < rings()) {
            ctx.yield();
        }
        begin();
    }

    /** Another fiber of the ring is about to park. */
    void parks(final TaskContext ctx) {
        parked[ctx.workerId()]++;
    }

    /** Nanoseconds, switches, fibers that are alone on their worker, fibers of the worker that has most. */
    long[] outcome() {
        final long lone = byWorker.stream().filter(fibers -> fibers.size() == 1).count();
        final int most = byWorker.stream().mapToInt(List::size).max().orElse(0);
        return new long[] {endNs - startNs.get(), switches.get(), lone, most};
    }
}
