package org.gmt4j.engine.container;

import org.agrona.UnsafeApi;
import org.gmt4j.LongEntryTest;
import org.gmt4j.LongTextEntryTest;

/**
 * A hash table of keys of 8 bytes at one node: a map with values of 8 bytes, or a set. Any lane; per command.
 */
public final class LongStore extends EntryStore {
    private final LongShard[] shards = new LongShard[SHARDS];
    private final StoreValues values;

    /** @param isExclusive whether one thread of the node makes all accesses */
    public LongStore(final StoreMemory memory, final long seed, final boolean isExclusive,
                     final StoreValues values) {
        super(memory, seed, false);
        this.values = values;
        for (int i = 0; i < SHARDS; i++) {
            shards[i] = new LongShard(memory, isExclusive, seed, values);
        }
    }

    /** Takes the memory for so many entries. Returns false when there is not enough; {@link #free} it then. */
    public boolean begin(final long entries) {
        final long mean = entries / SHARDS;
        final long most = mean + 4 * (long) Math.sqrt(mean);           // shards differ
        final long slots = LongShard.slots(most);
        final Slab slab = slots == 0 ? null
            : Slab.take(memory, slots << LongShard.shiftOf(values), SHARDS);
        for (int i = 0; slab != null && i < SHARDS; i++) {
            shards[i].begin(slab, i, slots);
        }
        return slab != null;
    }

    /** Returns the hash of a key. */
    public long hash(final long key) {
        return KeyMix.hash(seed, key);
    }

    private LongShard shard(final long hash) {
        return shards[KeyMix.shard(hash, SHARDS)];
    }

    // --- operations by hash, for this node's own keys ---

    /** Merges; see {@link LongShard#merge}. */
    public long merge(final int operation, final long key, final long hash, final long operand) {
        final LongShard shard = shard(hash);
        shard.enter();
        try {
            return shard.merge(operation, key, hash, operand);
        } finally {
            shard.leave();
        }
    }

    /** Returns the value of an entry, or {@code ifAbsent}. */
    public long get(final long key, final long hash, final long ifAbsent) {
        final LongShard shard = shard(hash);
        shard.enter();
        try {
            return shard.get(key, hash, ifAbsent);
        } finally {
            shard.leave();
        }
    }

    /** Executes any operation on an entry. */
    public long execute(final int operation, final long key, final long hash, final long operand) {
        if (EntryOperation.isMerge(operation)) {
            return merge(operation, key, hash, operand);
        }
        if (operation == EntryOperation.GET) {
            return get(key, hash, operand);
        }
        final LongShard shard = shard(hash);
        shard.enter();
        try {
            return (operation == EntryOperation.REMOVE ? shard.remove(key, hash) : shard.contains(key, hash)) ? 1 : 0;
        } finally {
            shard.leave();
        }
    }

    // --- strings as values ---

    /**
     * Sets the string of an entry, or leaves the one that it has. Returns the string that it has now.
     *
     * @throws org.gmt4j.GmtException GMT-821 when there is no room for it
     */
    public String putText(final long key, final String text, final boolean replaces) {
        final VisitedEntry entry = enter(key);
        try {
            return TextCell.put(memory, entry, text, replaces);
        } finally {
            leave(key);
        }
    }

    /** Returns the string of an entry, or null. */
    public String text(final long key) {
        final VisitedEntry entry = enter(key);
        try {
            final long cell = entry.value();
            return cell == 0 ? null : TextCell.read(cell);
        } finally {
            leave(key);
        }
    }

    /** Removes the entries of a shard whose key and string a test selects. Returns how many. */
    public long removeTextsIf(final int index, final LongTextEntryTest test) {
        return removeIf(index, (key, cell) -> test.test(key, TextCell.read(cell)));
    }

    // --- commands ---

    @Override
    public boolean accepts(final int operation, final int keyLength) {
        return keyLength == Long.BYTES && operation <= EntryOperation.CONTAINS
            && values.accept(operation);
    }

    @Override
    public long hash(final long key, final int keyLength) {
        return hash(UnsafeApi.getLong(key));
    }

    @Override
    public long place(final long hash) {
        return shard(hash).place(hash);
    }

    @Override
    public void note(final int lane, final int operation, final long operand, final long key, final int keyLength,
                     final long hash) {
        execute(operation, UnsafeApi.getLong(key), hash, operand);
    }

    @Override
    public long call(final int operation, final long operand, final long key, final int keyLength) {
        final long value = UnsafeApi.getLong(key);
        return execute(operation, value, hash(value), operand);
    }

    // --- visits ---

    /** Returns the entry of a key, and keeps others from its shard until {@link #leave}. See {@link LaneVisits}. */
    public VisitedEntry enter(final long key) {
        final long hash = hash(key);
        final LongShard shard = shard(hash);
        shard.enter();
        return new VisitedLong(shard, key, hash);
    }

    /** Ends a visit. */
    public void leave(final long key) {
        shard(hash(key)).leave();
    }

    /** The entry of a visit. Each access searches it, because the body may insert and remove it. */
    private record VisitedLong(LongShard shard, long key, long hash) implements VisitedEntry {
        @Override
        public boolean isPresent() {
            return shard.contains(key, hash);
        }

        @Override
        public long value() {
            return shard.get(key, hash, 0);
        }

        @Override
        public void set(final long value) {
            shard.merge(EntryOperation.SET, key, hash, value);
        }

        @Override
        public boolean remove() {
            return shard.remove(key, hash);
        }
    }

    // --- all entries ---

    /** Begins with the first entry of a shard. */
    public void begin(final LongBatch batch, final int shard) {
        batch.begin(shard);
    }

    /**
     * Copies the next entries of the batch's shard. Returns false when there are no more.
     *
     * @throws org.gmt4j.GmtException GMT-824 when entries have moved meanwhile
     */
    public boolean next(final LongBatch batch) {
        batch.empty();
        if (batch.isLast) {
            return false;
        }
        final LongShard shard = shards[batch.shard];
        shard.enter();
        try {
            if (batch.at < 0) {
                batch.form = shard.form();
            } else if (batch.form != shard.form()) {
                throw memory.changed();
            }
            shard.copy(batch);
        } finally {
            shard.leave();
        }
        return batch.count() > 0;
    }

    /** Removes the entries of a shard that a test selects. Returns how many. */
    public long removeIf(final int index, final LongEntryTest test) {
        final LongShard shard = shards[index];
        shard.enter();
        try {
            return shard.removeIf(test);
        } finally {
            shard.leave();
        }
    }

    @Override
    public long size() {
        long all = 0;
        for (final LongShard shard : shards) {
            all += shard.size();           // not entered: a body may ask that has a shard for itself
        }
        return all;
    }

    @Override
    public void clear() {
        for (final LongShard shard : shards) {
            shard.enter();
            try {
                shard.clear();
            } finally {
                shard.leave();
            }
        }
    }

    @Override
    public void free() {
        for (final LongShard shard : shards) {
            shard.enter();
            shard.free();
            shard.leave();
        }
    }
}
