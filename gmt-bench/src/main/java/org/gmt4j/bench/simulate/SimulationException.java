package org.gmt4j.bench.simulate;

/**
 * The model has broken one of its own laws: a bug in it, or in the simulated classes; or its time is over. The message
 * starts with its code.
 */
public final class SimulationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private SimulationException(final String message) {
        super(message);
    }

    public static SimulationException deadlock(final String what) {
        return new SimulationException("GMT-360 nothing more can happen and not all is done: " + what
            + ". A dead-lock of the topology or of the model; report it with the command line");
    }

    static SimulationException endOfTime() {
        return new SimulationException("GMT-390 the simulated time exceeds 2^63 ps, which are 106 days. Reduce the "
            + "costs, the processes or the iterations");
    }

    public static SimulationException law(final String what) {
        return new SimulationException("GMT-361 the model breaks a law: " + what + ". Report it with the command line");
    }
}
