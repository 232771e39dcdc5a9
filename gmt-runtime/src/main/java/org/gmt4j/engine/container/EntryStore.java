package org.gmt4j.engine.container;

/**
 * The part of a container that one node owns, as commands see it. Keys are bytes at an address, with zeros behind them
 * up to a multiple of 8. Any lane of the node; per command.
 */
public abstract class EntryStore {
    /** Parts of a table that grow alone, and that threads use one by one. A power of two. */
    static final int SHARDS = 64;

    /** Whether {@link #touchBehind} reads anything. */
    public final boolean looksTwice;
    final StoreMemory memory;
    final long seed;

    /**
     * @param seed       of the hashes; the same on all nodes
     * @param looksTwice whether a search follows a slot to somewhere else
     */
    EntryStore(final StoreMemory memory, final long seed, final boolean looksTwice) {
        this.memory = memory;
        this.seed = seed;
        this.looksTwice = looksTwice;
    }

    /** Returns whether a command with this operation on a key of this length may be executed here. */
    public abstract boolean accepts(int operation, int keyLength);

    /** Returns the hash of a key that is accepted. */
    public abstract long hash(long key, int keyLength);

    /**
     * Returns the address where the search for a key with a hash begins, to be read for a command that follows soon;
     * 0 where it must not be read.
     */
    public abstract long place(long hash);

    /** Reads what the search looks at next, after {@link #place}. Returns anything. */
    public long touchBehind(final long hash) {
        return 0;
    }

    /**
     * Executes an operation without a result.
     *
     * @param lane of the thread that executes it
     * @param hash of the key
     * @throws org.gmt4j.GmtException when the container refuses it
     */
    public abstract void note(int lane, int operation, long operand, long key, int keyLength, long hash);

    /** Executes an operation with a result; see {@link #note}. */
    public abstract long call(int operation, long operand, long key, int keyLength);

    /** Returns the number of entries; while others change it, one that it had lately. */
    public abstract long size();

    /** Removes all entries. */
    public abstract void clear();

    /** Frees all memory. Later operations are refused. */
    public abstract void free();

    /** Returns the number of parts in which all entries can be visited at the same time. */
    public int shardCount() {
        return SHARDS;
    }

    /** Returns the bytes in use at this node. */
    public final long lengthInBytes() {
        return memory.lengthInBytes();
    }
}
