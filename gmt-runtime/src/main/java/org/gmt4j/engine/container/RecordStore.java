package org.gmt4j.engine.container;

import org.agrona.UnsafeApi;

/**
 * The records of a bag at one node: those that can be looped over, and, while the bag is drained, those that are. Each
 * lane appends to a list of its own, so threads meet nowhere. Per record.
 *
 * <p>The callers promise that nobody appends while {@link #swap}, {@link #removeCopied} and {@link #clear} run, and
 * that what was appended has been awaited before it is read. {@link #turns} tells whether a loop reads records, which
 * these methods would take from under it.
 */
public final class RecordStore extends EntryStore {
    private final int width;
    private final int laneCount;
    private final RecordTurns turns = new RecordTurns();
    private volatile RecordList[] lists;
    private RecordList[] drained;
    /** Records of each lane when they began to be moved, and how many of these have been copied to other nodes. */
    private long[] marked = new long[0];
    private long[] copied = new long[0];

    /** @param width longs of a record */
    public RecordStore(final StoreMemory memory, final int width, final int laneCount) {
        super(memory, 0, false);
        this.width = width;
        this.laneCount = laneCount;
        lists = newLists();
        drained = newLists();
    }

    private RecordList[] newLists() {
        final RecordList[] made = new RecordList[laneCount];
        for (int lane = 0; lane < laneCount; lane++) {
            made[lane] = new RecordList(memory, width);
        }
        return made;
    }

    /** Returns the number of longs of a record. */
    public int width() {
        return width;
    }

    /** Returns who uses the records. */
    public RecordTurns turns() {
        return turns;
    }

    /** Returns the address to which a lane writes its next record. */
    public long append(final int lane) {
        return lists[lane].append();
    }

    @Override
    public boolean accepts(final int operation, final int keyLength) {
        return operation == EntryOperation.APPEND && keyLength > 0 && keyLength % (width << 3) == 0;
    }

    @Override
    public long hash(final long key, final int keyLength) {
        return 0;
    }

    @Override
    public long place(final long hash) {
        return 0;
    }

    @Override
    public void note(final int lane, final int operation, final long operand, final long key, final int keyLength,
                     final long hash) {
        for (int from = 0; from < keyLength; from += width << 3) {
            final long record = append(lane);
            for (int at = 0; at < width << 3; at += 8) {
                UnsafeApi.putLong(record + at, UnsafeApi.getLong(key + from + at));
            }
        }
    }

    @Override
    public long call(final int operation, final long operand, final long key, final int keyLength) {
        throw new IllegalArgumentException("records have no result");
    }

    // --- all records ---

    /** Returns the number of records of each lane: a loop over these is not disturbed by what is appended later. */
    public long[] sizes(final boolean ofDrained) {
        final RecordList[] all = ofDrained ? drained : lists;
        final long[] sizes = new long[laneCount];
        for (int lane = 0; lane < laneCount; lane++) {
            sizes[lane] = all[lane].size();
        }
        return sizes;
    }

    /** Copies record i of a lane to an array. */
    public void copy(final boolean ofDrained, final int lane, final long i, final long[] target) {
        (ofDrained ? drained : lists)[lane].copy(i, target);
    }

    /** Returns the first long of record i of a lane. */
    public long first(final boolean ofDrained, final int lane, final long i) {
        return UnsafeApi.getLong((ofDrained ? drained : lists)[lane].record(i));
    }

    /** Has the records be those that are drained, and begins with none. */
    public void swap() {
        final RecordList[] full = lists;
        lists = drained;
        drained = full;
    }

    /** Forgets the records that have been drained. */
    public void forgetDrained() {
        clear(drained);
    }

    private static void clear(final RecordList[] all) {
        for (final RecordList list : all) {
            list.shorten(list.size());
        }
    }

    // --- moving records away: the last ones of any lane are copied, and all of these removed when all have arrived ---

    /** Notes which records there are, before any are copied here from elsewhere. */
    public void mark() {
        marked = sizes(false);
        copied = new long[laneCount];
    }

    /** Returns a lane that has records which have not been copied away. */
    public int laneWithRecords() {
        int lane = 0;
        while (marked[lane] == copied[lane]) {
            lane++;
        }
        return lane;
    }

    /**
     * Returns how many of the last records of a lane that have not been copied lie behind each other, at most
     * {@code most}.
     */
    public long lastRun(final int lane, final long most) {
        final RecordList list = lists[lane];
        final long size = marked[lane] - copied[lane];
        long from = size - 1;
        final long block = list.record(from) - (from << 3) * width;
        while (from > 0 && size - from < most && list.record(from - 1) - (from - 1 << 3) * width == block) {
            from--;
        }
        return size - from;
    }

    /** Returns the address of the first of the last {@code count} records of a lane that have not been copied. */
    public long last(final int lane, final long count) {
        return lists[lane].record(marked[lane] - copied[lane] - count);
    }

    /** Notes that the last {@code count} records of a lane have been copied. */
    public void copied(final int lane, final long count) {
        copied[lane] += count;
    }

    /** Removes the records that have been copied. Their node has none from elsewhere. */
    public void removeCopied() {
        for (int lane = 0; lane < laneCount; lane++) {
            lists[lane].shorten(copied[lane]);
        }
    }

    /** Removes the records that have come since {@link #mark}: those that were copied away are still here. */
    public void returnToMark() {
        for (int lane = 0; lane < laneCount; lane++) {
            lists[lane].shorten(lists[lane].size() - marked[lane]);
        }
    }

    @Override
    public long size() {
        long all = 0;
        for (final RecordList list : lists) {
            all += list.size();
        }
        return all;
    }

    @Override
    public int shardCount() {
        return laneCount;
    }

    @Override
    public void clear() {
        clear(lists);
        clear(drained);
    }

    @Override
    public void free() {
        clear();
        lists = new RecordList[0];
    }
}
