package org.gmt4j.engine.container;

/** What the entries of a store have beside their keys. */
public enum StoreValues {
    /** Nothing: a set. */
    NONE,
    /** 8 bytes. */
    WORDS,
    /** Strings, each in a {@link TextCell} whose address is the entry's word. */
    TEXTS;

    /** Returns whether commands may do this to an entry. Strings are set and read by tasks. */
    boolean accept(final int operation) {
        return this == WORDS || operation == EntryOperation.REMOVE || operation == EntryOperation.CONTAINS
            || this == NONE && operation != EntryOperation.GET;
    }
}
