package org.gmt4j.bench.contention;

import java.util.Arrays;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.IoVector;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/** One operation on the hot node, again and again, each until it is complete there. Owned by one task; per command. */
final class HotOperation {
    private final TaskContext ctx;
    private final Armci armci;
    private final HotVerb verb;
    private final HotTarget target;
    private final LocalBuffer values;
    private final IoVector segments;

    HotOperation(final TaskContext ctx, final HotVerb verb, final HotTarget target) {
        this.ctx = ctx;
        this.verb = verb;
        this.target = target;
        armci = Armci.of(ctx);
        final double[] ones = new double[target.bytes() / Double.BYTES];
        Arrays.fill(ones, 1);
        values = LocalBuffer.of(ones);
        segments = segments(target.bytes());
    }

    private static IoVector segments(final int bytes) {
        final int length = Math.min(bytes, HotTarget.SEGMENT);
        final long[] here = new long[bytes / length];
        final long[] there = new long[here.length];
        for (int i = 0; i < here.length; i++) {
            here[i] = (long) i * length;
            there[i] = 2L * i * length;
        }
        return new IoVector(here, there, length);
    }

    void once() throws SuspendExecution {
        switch (verb) {
            case VPUT:
                armci.putVector(values, target.memory(), HotTarget.NODE, segments);
                break;
            case FADD:
                target.cell().add(ctx, 0, 1);
                break;
            case LOCK:
                target.mutexes().lock(ctx, HotTarget.NODE, 0);
                target.mutexes().unlock(ctx, HotTarget.NODE, 0);
                break;
            default:
                armci.accumulate(Accumulate.DOUBLE, values, 0, target.memory(), HotTarget.NODE,
                    target.sums(), target.bytes());
        }
    }
}
