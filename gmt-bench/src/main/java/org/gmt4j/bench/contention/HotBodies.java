package org.gmt4j.bench.contention;

import org.gmt4j.TaskBody;
import org.gmt4j.TaskFunction;
import org.gmt4j.engine.task.EngineTask;

/** The bodies of nodes in a contention. */
final class HotBodies {
    /** Operations of a contender before others count on it. */
    private static final int WARM_UP = 3;

    private HotBodies() {
    }

    /** Before everything else, on each node. */
    static TaskBody open(final int processes) {
        return ctx -> EngineTask.of(ctx).runtime().register(HotState.class, new HotState(processes));
    }

    /** Does the operation until the node's state is closed, but for pauses. */
    static TaskBody contend(final HotVerb verb, final HotTarget target, final int process) {
        return ctx -> {
            final HotState state = EngineTask.of(ctx).runtime().service(HotState.class);
            final HotOperation operation = new HotOperation(ctx, verb, target);
            state.begin(process);
            long done = 0;
            while (state.isOpen()) {
                if (state.pauses(process)) {
                    ctx.yield();
                    continue;
                }
                operation.once();
                if (++done == WARM_UP) {
                    state.isWarm(process);
                }
            }
            state.count(done);
        };
    }

    /** Returns when a contender of this node is at work. */
    static TaskBody awaitContender(final int process) {
        return ctx -> {
            final HotState state = EngineTask.of(ctx).runtime().service(HotState.class);
            while (!state.isRunning(process)) {
                ctx.yield();
            }
        };
    }

    /**
     * Some operations untimed, then the nanoseconds that the others take together. A contender is measured in the place
     * of its own work.
     */
    static TaskFunction<Long> measure(final HotVerb verb, final HotTarget target, final int process,
                                      final boolean contends, final int lead, final int iterations) {
        return ctx -> {
            final HotState state = EngineTask.of(ctx).runtime().service(HotState.class);
            final HotOperation operation = new HotOperation(ctx, verb, target);
            if (contends) {
                state.pause(process);
                while (!state.isPaused(process)) {
                    ctx.yield();
                }
            }
            for (int i = 0; i < lead; i++) {
                operation.once();
            }
            final long startNs = System.nanoTime();
            for (int i = 0; i < iterations; i++) {
                operation.once();
            }
            final long tookNs = System.nanoTime() - startNs;
            state.count((long) lead + iterations);
            if (contends) {
                state.resume(process);
            }
            return tookNs;
        };
    }

    static TaskBody close() {
        return ctx -> EngineTask.of(ctx).runtime().service(HotState.class).close();
    }

    /** Operations that this node's processes have done. */
    static TaskFunction<Long> operations() {
        return ctx -> EngineTask.of(ctx).runtime().service(HotState.class).operations();
    }

    /** Before vectored puts. For node 0. */
    static TaskBody clearSegments(final HotTarget target) {
        return ctx -> target.memory().local().fill(0, 2L * target.bytes(), (byte) 0);
    }

    /** Counts in three steps, which only the mutex keeps together. */
    static TaskBody countUnderLock(final HotTarget target, final int times) {
        return ctx -> {
            for (int i = 0; i < times; i++) {
                target.mutexes().lock(ctx, HotTarget.NODE, 0);
                final long before = target.cell().get(ctx, 0);
                ctx.yield();
                target.cell().put(ctx, 0, before + 1);
                target.mutexes().unlock(ctx, HotTarget.NODE, 0);
            }
        };
    }

    /** Whether all that was put is there, and nothing in the gaps. For node 0. */
    static TaskFunction<Boolean> hasSegments(final HotTarget target) {
        return ctx -> {
            final int length = Math.min(target.bytes(), HotTarget.SEGMENT);
            for (int i = 0; i < 2 * target.bytes() / Double.BYTES; i++) {
                final double expected = i * Double.BYTES / length % 2 == 0 ? 1 : 0;
                if (target.memory().local().getDouble((long) i * Double.BYTES) != expected) {
                    return false;
                }
            }
            return true;
        };
    }

    /** Whether each double is the number of accumulates. For node 0. */
    static TaskFunction<Boolean> hasSums(final HotTarget target, final long operations) {
        return ctx -> {
            for (int i = 0; i < target.bytes() / Double.BYTES; i++) {
                if (target.memory().local().getDouble(target.sums() + (long) i * Double.BYTES) != operations) {
                    return false;
                }
            }
            return true;
        };
    }
}
