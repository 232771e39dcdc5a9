package org.gmt4j.ga;

/** What calls are counted of, see {@link CallTable}. */
public enum CallKind {
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
