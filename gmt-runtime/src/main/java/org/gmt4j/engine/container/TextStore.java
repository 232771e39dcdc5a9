package org.gmt4j.engine.container;

import org.gmt4j.TextEntryTest;
import org.gmt4j.TextTextEntryTest;

/**
 * A hash table of keys of any length at one node: a map with values of 8 bytes, or a set. A key is an address and a
 * length, with zeros behind it up to a multiple of 8. Any lane; per command.
 */
public final class TextStore extends EntryStore {
    private final TextShard[] shards = new TextShard[SHARDS];
    private final StoreValues values;

    /** @param isExclusive whether one thread of the node makes all accesses */
    public TextStore(final StoreMemory memory, final long seed, final boolean isExclusive,
                     final StoreValues values) {
        super(memory, seed, true);
        this.values = values;
        for (int i = 0; i < SHARDS; i++) {
            shards[i] = new TextShard(memory, isExclusive, seed, values);
        }
    }

    /** Takes the memory for so many entries. Returns false when there is not enough; {@link #free} it then. */
    public boolean begin(final long entries) {
        final long mean = entries / SHARDS;
        final long most = mean + 4 * (long) Math.sqrt(mean);           // shards differ
        final long slots = TextShard.slots(most);
        final long arena = TextShard.arena(most);
        final Slab tables = slots == 0 ? null : Slab.take(memory, slots << 3, SHARDS);
        final Slab arenas = tables == null ? null : Slab.take(memory, arena, SHARDS);
        for (int i = 0; i < SHARDS; i++) {
            if (arenas != null) {
                shards[i].begin(tables, arenas, i, slots, arena);
            } else if (tables != null) {
                tables.leave();
            }
        }
        return arenas != null;
    }

    @Override
    public long hash(final long key, final int length) {
        return KeyMix.hash(seed, key, length);
    }

    private TextShard shard(final long hash) {
        return shards[KeyMix.shard(hash, SHARDS)];
    }

    // --- operations by hash, for this node's own keys ---

    /** Merges; see {@link TextShard#merge}. */
    public long merge(final int operation, final long key, final int length, final long hash, final long operand) {
        final TextShard shard = shard(hash);
        shard.enter();
        try {
            return shard.merge(operation, key, length, hash, operand);
        } finally {
            shard.leave();
        }
    }

    /** Returns the value of an entry, or {@code ifAbsent}. */
    public long get(final long key, final int length, final long hash, final long ifAbsent) {
        final TextShard shard = shard(hash);
        shard.enter();
        try {
            return shard.get(key, length, hash, ifAbsent);
        } finally {
            shard.leave();
        }
    }

    /** Executes any operation on an entry. */
    public long execute(final int operation, final long key, final int length, final long hash, final long operand) {
        if (EntryOperation.isMerge(operation)) {
            return merge(operation, key, length, hash, operand);
        }
        if (operation == EntryOperation.GET) {
            return get(key, length, hash, operand);
        }
        final TextShard shard = shard(hash);
        shard.enter();
        try {
            final boolean was = operation == EntryOperation.REMOVE ? shard.remove(key, length, hash)
                : shard.contains(key, length, hash);
            return was ? 1 : 0;
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
    public String putText(final long key, final int length, final String text, final boolean replaces) {
        final VisitedEntry entry = enter(key, length);
        try {
            return TextCell.put(memory, entry, text, replaces);
        } finally {
            leave(key, length);
        }
    }

    /** Returns the string of an entry, or null. */
    public String text(final long key, final int length) {
        final VisitedEntry entry = enter(key, length);
        try {
            final long cell = entry.value();
            return cell == 0 ? null : TextCell.read(cell);
        } finally {
            leave(key, length);
        }
    }

    /** Removes the entries of a shard whose key and string a test selects. Returns how many. */
    public long removeTextsIf(final int index, final TextTextEntryTest test) {
        return removeIf(index, (key, cell) -> test.test(key, TextCell.read(cell)));
    }

    // --- commands ---

    @Override
    public boolean accepts(final int operation, final int keyLength) {
        return keyLength <= KeyBuffer.MAX_LENGTH && operation <= EntryOperation.CONTAINS
            && values.accept(operation);
    }

    @Override
    public long place(final long hash) {
        return shard(hash).place(hash);
    }

    @Override
    public long touchBehind(final long hash) {
        return shard(hash).touchBehind(hash);
    }

    @Override
    public void note(final int lane, final int operation, final long operand, final long key, final int keyLength,
                     final long hash) {
        execute(operation, key, keyLength, hash, operand);
    }

    @Override
    public long call(final int operation, final long operand, final long key, final int keyLength) {
        return execute(operation, key, keyLength, hash(key, keyLength), operand);
    }

    // --- visits ---

    /** Returns the entry of a key, and keeps others from its shard until {@link #leave}. See {@link LaneVisits}. */
    public VisitedEntry enter(final long key, final int length) {
        final long hash = hash(key, length);
        final TextShard shard = shard(hash);
        shard.enter();
        return new VisitedText(shard, key, length, hash);
    }

    /** Ends a visit. */
    public void leave(final long key, final int length) {
        shard(hash(key, length)).leave();
    }

    /** The entry of a visit. Each access searches it, because the body may insert and remove it. */
    private record VisitedText(TextShard shard, long key, int length, long hash) implements VisitedEntry {
        @Override
        public boolean isPresent() {
            return shard.contains(key, length, hash);
        }

        @Override
        public long value() {
            return shard.get(key, length, hash, 0);
        }

        @Override
        public void set(final long value) {
            shard.merge(EntryOperation.SET, key, length, hash, value);
        }

        @Override
        public boolean remove() {
            return shard.remove(key, length, hash);
        }
    }

    // --- all entries ---

    /** Begins with the first entry of a shard. */
    public void begin(final TextBatch batch, final int shard) {
        batch.begin(shard);
    }

    /**
     * Copies the next entries of the batch's shard. Returns false when there are no more.
     *
     * @throws org.gmt4j.GmtException GMT-824 when entries have moved meanwhile
     */
    public boolean next(final TextBatch batch) {
        batch.empty();
        if (batch.isLast) {
            return false;
        }
        final TextShard shard = shards[batch.shard];
        shard.enter();
        try {
            if (batch.at == 0) {
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
    public long removeIf(final int index, final TextEntryTest test) {
        final TextShard shard = shards[index];
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
        for (final TextShard shard : shards) {
            all += shard.size();           // not entered: a body may ask that has a shard for itself
        }
        return all;
    }

    @Override
    public void clear() {
        for (final TextShard shard : shards) {
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
        for (final TextShard shard : shards) {
            shard.enter();
            shard.free();
            shard.leave();
        }
    }
}
