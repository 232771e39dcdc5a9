package org.gmt4j.runtime.task;

/** What kind of body a task runs, as it travels in the SPAWN record. */
final class BodyKind {
    static final int RANGE = 0;
    static final int INDEX = 1;
    static final int TASK = 2;
    static final int FUNCTION = 3;
    static final int LOCAL_BODY = 4;
    static final int LOCAL_FUNCTION = 5;
    static final int MASK = 0xff;
    /** Flag: the task may spawn more with its handle; it ends when those have ended. */
    static final int TREE = 0x100;

    /** Flag: the task is a member of the team of its join, whose number the record carries. */
    static final int TEAM = 0x200;

    private BodyKind() {
    }

    static boolean isPreemptable(final int kind) {
        return (kind & MASK) < LOCAL_BODY;
    }

    /** Kinds outside this range are a protocol error, found before anything is decoded. */
    static boolean isValid(final int kind) {
        return (kind & MASK) <= LOCAL_FUNCTION && (kind & ~(MASK | TREE | TEAM)) == 0;
    }
}
