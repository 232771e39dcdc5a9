package org.gmt4j.engine.task;

/** What scratches ask their task: whether anything that it has begun may still touch their arrays. */
interface ScratchOwner {
    /** Returns whether no operation is outstanding. */
    boolean isQuiet();

    /** Returns a number that changes whenever all operations without a handle have been answered. */
    int answerNumber();

    /** Returns whether no operation with a handle is outstanding. */
    boolean areHandlesAnswered();

    /** Returns whether tasks or collectives may be under way that have got arrays of this task. */
    boolean mayShareArrays();
}
