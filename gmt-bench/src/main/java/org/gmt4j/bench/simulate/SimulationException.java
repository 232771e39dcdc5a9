package org.gmt4j.bench.simulate;

/**
 * The model has broken one of its own laws: a bug in it, or in the simulated classes. The message starts with its code.
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

    public static SimulationException law(final String what) {
        return new SimulationException("GMT-361 the model breaks a law: " + what + ". Report it with the command line");
    }
}
