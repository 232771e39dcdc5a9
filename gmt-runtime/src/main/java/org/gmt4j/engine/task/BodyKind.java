package org.gmt4j.engine.task;

/** The kinds of bodies of a task, as they travel in the SPAWN record. */
final class BodyKind {
    static final int RANGE = 0;
    static final int INDEX = 1;
    static final int TASK = 2;
    static final int FUNCTION = 3;
    static final int LOCAL_BODY = 4;
    static final int LOCAL_FUNCTION = 5;
    static final int MASK = 0xff;
    /** Flag: the task may spawn more with its handle; it ends when these have ended. */
    static final int TREE = 0x100;

    /** Flag: the task is a member of the team of its join, whose number is in the record. */
    static final int TEAM = 0x200;

    /** Flag: a part of a balanced loop, whose chunks may move on to other nodes. */
    static final int BALANCED = 0x400;

    /**
     * Flag: chunks given away by another node. A placement, if there is one, is followed by the node whose positions
     * they are.
     */
    static final int GIVEN = 0x800;

    /** Flag: the captured values travel apart from the record, see {@link LongValues}. */
    static final int LONG = 0x1000;
    /** Flag: the first task of a job. Does not travel. */
    static final int ROOT = 0x2000;
    /** Flag: a visit or a local body has begun the task, or a task that has this flag. */
    static final int OF_VISIT = 0x4000;

    private BodyKind() {
    }

    static boolean isPreemptable(final int kind) {
        return (kind & MASK) < LOCAL_BODY;
    }

    /** Returns whether a kind is a body for iterations; only these may follow a placement. */
    static boolean isLoop(final int kind) {
        return (kind & MASK) <= INDEX;
    }

    /** Returns whether a kind is known. Others are a protocol error, found before anything is decoded. */
    static boolean isValid(final int kind) {
        return (kind & MASK) <= LOCAL_FUNCTION
            && (kind & ~(MASK | TREE | TEAM | BALANCED | GIVEN | LONG | OF_VISIT)) == 0
            && ((kind & BALANCED) == 0 || isLoop(kind)) && ((kind & GIVEN) == 0 || (kind & BALANCED) != 0);
    }
}
