package org.gmt4j.cli;

import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Signals of the operating system, where the JVM leaves them to programs. Any thread. */
public final class Signals {

    private Signals() {
    }

    /**
     * Has a signal run an action. With the JVM's flag {@code -Xrs}, or where there is no such signal, nothing changes:
     * it goes the system's way then.
     *
     * @param name such as {@code INT}
     * @return gives the signal back to whoever had it before
     */
    public static Runnable handle(final String name, final Runnable action) {
        try {
            final Signal signal = new Signal(name);
            final SignalHandler previous = Signal.handle(signal, received -> action.run());
            return () -> Signal.handle(signal, previous);
        } catch (final IllegalArgumentException e) {
            return () -> { };
        }
    }
}
