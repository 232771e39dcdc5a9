package org.gmt4j.engine.ids;

import java.util.Arrays;
import org.gmt4j.aggregation.wire.CommandWord;

/**
 * Gives out the ids of one kind of objects that commands name. An id comes back when no node knows the object any more,
 * and is given out again when all behind it have been: commands that are late by less than a quarter of a million
 * objects still find nothing. Each object has a number besides, which is never used again. Any thread; set-up, on the
 * one node that gives them.
 *
 * <pre>
 * number:  63..18 round through all ids | 17..0 id
 * </pre>
 */
public final class IdSupply {
    /** No id is free. */
    public static final long NONE = -1;
    private static final long FREE = 0;

    private final int count;
    /** By id, the number of its object and 1; grows to the highest id so far. */
    private long[] given = new long[64];
    private int next;
    private long round;

    /** All ids that a command can name. */
    public IdSupply() {
        this(CommandWord.MAX_ID + 1);
    }

    /** @param count ids from 0 on, at most those that a command can name */
    IdSupply(final int count) {
        this.count = count;
    }

    /** Returns the id of an object by its number. */
    public static int id(final long number) {
        return (int) number & CommandWord.MAX_ID;
    }

    /** Returns the number of the next object, or {@link #NONE}. */
    public long take() {
        return take(1);
    }

    /** Returns the number of the next object, which has {@code ids} successive ids; or {@link #NONE}. */
    public synchronized long take(final int ids) {
        int id = freeFrom(next, count, ids);
        if (id < 0) {
            id = freeFrom(0, Math.min(next + ids - 1, count), ids);
            if (id < 0) {
                return NONE;
            }
            round++;
        }
        final long number = round << CommandWord.ID_BITS | id;
        next = id + ids;
        if (next > given.length) {
            given = Arrays.copyOf(given, Math.max(next, Math.min(count, 2 * given.length)));
        }
        Arrays.fill(given, id, next, number + 1);
        return number;
    }

    /** Returns the first of so many free ids in a row, or -1. */
    private int freeFrom(final int from, final int end, final int ids) {
        int free = 0;
        for (int id = from; id < end; id++) {
            free = id >= given.length || given[id] == FREE ? free + 1 : 0;
            if (free == ids) {
                return id + 1 - ids;
            }
        }
        return -1;
    }

    /** Takes ids back. One that has come back is left alone: two may have freed the same object. */
    public synchronized void giveBack(final long number, final int ids) {
        final int first = id(number);
        for (int id = first; id < Math.min(first + ids, given.length); id++) {
            if (given[id] == number + 1) {
                given[id] = FREE;
            }
        }
    }
}
