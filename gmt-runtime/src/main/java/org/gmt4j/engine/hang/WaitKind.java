package org.gmt4j.engine.hang;

/** Kinds of waits of a task. */
public enum WaitKind {
    DATA("data"),
    OPERATION("an operation", "operations"),
    TASKS("tasks"),
    COLLECTIVE("a collective", "collectives"),
    MUTEX("a mutex", "mutexes"),
    NOTIFICATION("notifications"),
    FLAG("a flag", "flags"),
    VISITS("visits and what they have issued"),
    SIGNAL("a signal", "signals"),
    OUTSIDE("a plain thread", "plain threads"),
    /** Runs, or can run: reported only because others wait for it. */
    NOTHING("nothing");

    private final String one;
    private final String many;

    WaitKind(final String both) {
        this(both, both);
    }

    WaitKind(final String one, final String many) {
        this.one = one;
        this.many = many;
    }

    /** Returns a text such as "2 for mutexes". */
    String counted(final int count) {
        return count + " for " + (count == 1 ? one : many);
    }
}
