package org.gmt4j.bench.simulate.transpose;

import org.gmt4j.bench.simulate.Cost;
import org.gmt4j.bench.simulate.CostModel;

/** Times of the transpose's steps in picoseconds, sums of {@link Cost}s; the same object for all nodes. */
final class StepCosts {
    /** Bytes of a request, a pull or an acknowledgement, and of a block's header. */
    static final int HEADER = 96;

    final long answerPs;
    final long requestPs;
    final long handlePs;
    final long sendPs;
    final long wakePs;
    final long latencyPs;
    private final double copyPsPerByte;
    private final double wirePsPerByte;

    StepCosts(final CostModel costs) {
        answerPs = costs.ps(Cost.CLIENT);
        sendPs = costs.ps(Cost.SEND);
        requestPs = costs.ps(Cost.CLIENT) + sendPs;
        handlePs = costs.ps(Cost.PASS) + costs.ps(Cost.BUFFER) + costs.ps(Cost.BLOCK) + costs.ps(Cost.COMMAND);
        wakePs = costs.ps(Cost.WAKE);
        latencyPs = costs.ps(Cost.LATENCY);
        copyPsPerByte = costs.ps(Cost.COPY);
        wirePsPerByte = costs.ps(Cost.WIRE);
    }

    long copyPs(final long bytes) {
        return Math.round(bytes * copyPsPerByte);
    }

    long wirePs(final long bytes) {
        return Math.round(bytes * wirePsPerByte);
    }
}
