package co.paralleluniverse.fibers;

import java.util.Arrays;

/**
 * How the methods of waiting coroutines have been seen to call each other. A method that was not instrumented saves no
 * frame: where its caller saves one, for what it calls may wait, the method is started again when the wait ends,
 * without a word. Between the frames of its caller and of what it has called it leaves a link that its program does not
 * have otherwise. So links that are new are looked at once, on the stack, and the others not at all.
 *
 * <p>A path is all frames of a wait; most waits have one of a few, which are compared first, by one number that
 * {@link Frames} keeps. Recursions have as many paths as they have shapes, but few links.
 *
 * <p>Owned by one thread. Memory: 2 KB, and 8 to 32 bytes for each link. Grade: per command.
 */
final class FrameLinks {
    private static final int PATHS = 256;                  // a power of two
    private static final long FACTOR = 0x9e3779b97f4a7c15L;

    /** A path that is not here is one that has to be compared. */
    private final long[] paths = new long[PATHS];
    /** Open addressing, half full at most; 0 for none. */
    private long[] links = new long[64];
    private int count;

    private long path;
    private long last;
    private long[] found = new long[8];
    private int foundEnd;

    /** Returns the hash of a path that has another end. Order counts. */
    static long joined(final long path, final long record) {
        final long mixed = (path ^ record) * FACTOR;
        return mixed ^ mixed >>> 29;
    }

    /** Returns whether all links of a path have been seen. */
    boolean knows(final long wanted) {
        last = 0;
        foundEnd = 0;
        return paths[(int) wanted & PATHS - 1] == wanted && wanted != 0;
    }

    /** Takes the next frame of a path that is compared, from the outermost to the innermost. */
    void follow(final long record) {
        final long link = Math.max(1, joined(last, record) >>> 1);
        last = record;
        if (!contains(link)) {
            if (foundEnd == found.length) {
                found = Arrays.copyOf(found, 2 * foundEnd);
            }
            found[foundEnd++] = link;
        }
    }

    /** Ends a path: returns whether it has links that have not been seen. */
    boolean areNew(final long ended) {
        follow(0);
        path = ended;
        if (foundEnd == 0) {
            paths[(int) path & PATHS - 1] = path;
        }
        return foundEnd > 0;
    }

    /** Notes that the new links are sound. */
    void keep() {
        for (int i = 0; i < foundEnd; i++) {
            add(found[i]);
        }
        foundEnd = 0;
        paths[(int) path & PATHS - 1] = path;
    }

    private boolean contains(final long link) {
        return links[slot(links, link)] == link;
    }

    private void add(final long link) {
        final int slot = slot(links, link);
        if (links[slot] == link) {
            return;
        }
        links[slot] = link;
        if (++count > links.length / 2) {
            final long[] larger = new long[2 * links.length];
            for (final long other : links) {
                if (other != 0) {
                    larger[slot(larger, other)] = other;
                }
            }
            links = larger;
        }
    }

    private static int slot(final long[] table, final long link) {
        int slot = (int) (link >>> 17) & table.length - 1;
        while (table[slot] != 0 && table[slot] != link) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }
}
