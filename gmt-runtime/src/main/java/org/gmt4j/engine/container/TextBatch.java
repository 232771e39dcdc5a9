package org.gmt4j.engine.container;

import java.util.Arrays;

/** Some entries of a shard, copied while nobody else used it. Owned by the task that loops over them. */
public final class TextBatch {
    /** With as many characters of values as this, no more entries are copied: they are on the heap. */
    static final int MOST_CHARACTERS = 1 << 18;
    static final int CAPACITY = 128;
    private final String[] keys = new String[CAPACITY];
    private final long[] values = new long[CAPACITY];
    /** Null where values are words. */
    private String[] texts;
    private int count;
    /** Of the values that are strings. */
    private int characters;
    int shard;
    int form;
    /** Place in the arena to go on at. */
    long at;
    boolean isLast;

    void begin(final int newShard) {
        shard = newShard;
        at = 0;
        isLast = false;
    }

    void empty() {
        if (texts != null) {
            Arrays.fill(texts, 0, count, null);
        }
        count = 0;
        characters = 0;
    }

    boolean isFull() {
        return count == CAPACITY || characters >= MOST_CHARACTERS;
    }

    void add(final String key, final long value) {
        keys[count] = key;
        values[count++] = value;
    }

    /** Adds the value of the last entry, which is a string. */
    void text(final String text) {
        if (texts == null) {
            texts = new String[CAPACITY];
        }
        texts[count - 1] = text;
        characters += text.length();
    }

    /** Returns the number of entries. */
    public int count() {
        return count;
    }

    /** Returns the key of entry i. */
    public String key(final int i) {
        return keys[i];
    }

    /** Returns the value of entry i; of a set 0. */
    public long value(final int i) {
        return values[i];
    }

    /** Returns the value of entry i, of a store of strings. */
    public String text(final int i) {
        return texts[i];
    }
}
