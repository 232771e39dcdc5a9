package org.gmt4j.ga;

/** What calls are counted of, see {@link CallTable}. */
public enum CallKind {
    /**
     * Matrices made: one call for each, of the node whose task has made it, and the bytes of its memory on all nodes,
     * with the room for ghosts. In tables of all matrices alone, see {@link CallTable#ofAll}.
     */
    CREATE,
    /** Matrices destroyed, counted as those made. */
    DESTROY,
    /** Patches read. */
    GET,
    /** Patches written. */
    PUT,
    /** Patches added to. */
    ACCUMULATE,
    /** Lists of elements read. */
    GATHER,
    /** Lists of elements written. */
    SCATTER,
    /** Lists of elements added to. */
    SCATTER_ACCUMULATE,
    /** Elements read and added to at once. */
    READ_INCREMENT
}
