package org.gmt4j.bench;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.RangeBody;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TaskFunction;
import org.gmt4j.engine.task.EngineTask;

/** Fibers that do nothing but give way, in three ways. One iteration is one fiber. */
final class SwitchBodies {
    private SwitchBodies() {
    }

    static TaskBody prepare(final int fibersPerNode) {
        return ctx -> EngineTask.of(ctx).runtime().register(SwitchMeeting.class,
            new SwitchMeeting(fibersPerNode, ctx.workerCount()));
    }

    static TaskFunction<long[]> outcome() {
        return ctx -> EngineTask.of(ctx).runtime().service(SwitchMeeting.class).outcome();
    }

    /** Round robin: every fiber yields. */
    static RangeBody yields(final long rounds) {
        return (low, high, ctx) -> {
            final SwitchMeeting meeting = EngineTask.of(ctx).runtime().service(SwitchMeeting.class);
            meeting.meet(ctx);
            meeting.begin();
            for (long i = 0; i < rounds; i++) {
                ctx.yield();
            }
            meeting.leave(rounds);
        };
    }

    /**
     * A ring of a worker's fibers: one parks until the one before it completes its wait, then wakes the one behind it.
     * One that is alone on its worker does nothing.
     */
    static RangeBody ring(final long rounds) {
        return (low, high, ctx) -> {
            final SwitchMeeting meeting = EngineTask.of(ctx).runtime().service(SwitchMeeting.class);
            final int position = meeting.meet(ctx);
            final TaskContext next = meeting.next(ctx, position);
            if (meeting.count(ctx) < 2) {
                meeting.leave(0);
            } else if (position == 0) {
                meeting.awaitParked(ctx);
                for (long i = 0; i < rounds; i++) {
                    EngineTask.of(ctx).issued();
                    EngineTask.of(next).completed(1);
                    ctx.await();
                }
                meeting.leave(rounds);
            } else {
                EngineTask.of(ctx).issued();
                meeting.parks(ctx);
                for (long i = 1; i <= rounds; i++) {
                    ctx.await();
                    if (i < rounds) {
                        EngineTask.of(ctx).issued();
                    }
                    EngineTask.of(next).completed(1);
                }
                meeting.leave(rounds);
            }
        };
    }

    /** Parks for a blocking get at the next node, and is woken by the reply. */
    static RangeBody remote(final GlobalLongArray array, final long rounds) {
        return (low, high, ctx) -> {
            final SwitchMeeting meeting = EngineTask.of(ctx).runtime().service(SwitchMeeting.class);
            meeting.meet(ctx);
            meeting.begin();
            final long index = (array.localStart() + array.localCount()) % array.size();
            for (long i = 0; i < rounds; i++) {
                array.get(ctx, index);
            }
            meeting.leave(rounds);
        };
    }
}
