package org.gmt4j;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.gmt4j.engine.container.LongBatch;
import org.gmt4j.engine.container.TextBatch;
import org.gmt4j.engine.task.TaskRuntime;

/** All entries of a node's part in arrays that travel. Set-up. */
final class ContainerExport {
    /** Entries of a container that may be copied to one node. */
    private static final long MOST = 1 << 20;

    private ContainerExport() {
    }

    static void requireSmall(final GlobalContainer container, final long entries) {
        if (entries > MOST) {
            throw new GmtException("GMT-826", container + " has " + entries + " entries; at most " + MOST
                + " are copied to one node. Use forEach, which visits them where they are");
        }
    }

    /** Returns how many characters may travel to a node: one has a byte at least. */
    private static long room(final TaskContext ctx, final int to) {
        return ctx.nodeId() == to ? Long.MAX_VALUE : TaskRuntime.LONGEST_VALUE;
    }

    private static GmtException tooLong(final GlobalContainer container, final TaskContext ctx) {
        return new GmtException("GMT-826", container + " has strings of more than " + TaskRuntime.LONGEST_VALUE
            + " B on node " + ctx.nodeId() + ", which are not copied to another one. Use forEach, which visits them "
            + "where they are");
    }

    /** Returns the keys of this node's entries, each followed by its value. */
    static long[] entries(final LongKeyed container) {
        long[] entries = new long[2 * (int) Math.min(MOST, container.localSize())];
        int count = 0;
        final LongBatch batch = new LongBatch();
        for (int shard = 0; shard < container.store.shardCount(); shard++) {
            container.store.begin(batch, shard);
            while (container.store.next(batch)) {
                if (count + 2 * batch.count() > entries.length) {
                    entries = Arrays.copyOf(entries, count + 2 * batch.count());
                }
                for (int i = 0; i < batch.count(); i++) {
                    entries[count++] = batch.key(i);
                    entries[count++] = batch.value(i);
                }
            }
        }
        return Arrays.copyOf(entries, count);
    }

    /** Returns this node's entries. */
    static Map<String, Long> entries(final TextKeyed container) {
        final Map<String, Long> entries = new HashMap<>();
        final TextBatch batch = new TextBatch();
        for (int shard = 0; shard < container.store.shardCount(); shard++) {
            container.store.begin(batch, shard);
            while (container.store.next(batch)) {
                for (int i = 0; i < batch.count(); i++) {
                    entries.put(batch.key(i), batch.value(i));
                }
            }
        }
        return entries;
    }

    /** Returns this node's entries, which have strings, for a node. */
    static Map<Long, String> texts(final LongKeyed container, final TaskContext ctx, final int to) {
        final Map<Long, String> entries = new HashMap<>();
        long left = room(ctx, to);
        final LongBatch batch = new LongBatch();
        for (int shard = 0; shard < container.store.shardCount(); shard++) {
            container.store.begin(batch, shard);
            while (container.store.next(batch)) {
                for (int i = 0; i < batch.count(); i++) {
                    entries.put(batch.key(i), batch.text(i));
                    left -= batch.text(i).length();
                }
                if (left < 0) {
                    throw tooLong(container, ctx);
                }
            }
        }
        return entries;
    }

    /** Returns this node's entries, which have strings, for a node. */
    static Map<String, String> texts(final TextKeyed container, final TaskContext ctx, final int to) {
        final Map<String, String> entries = new HashMap<>();
        long left = room(ctx, to);
        final TextBatch batch = new TextBatch();
        for (int shard = 0; shard < container.store.shardCount(); shard++) {
            container.store.begin(batch, shard);
            while (container.store.next(batch)) {
                for (int i = 0; i < batch.count(); i++) {
                    entries.put(batch.key(i), batch.text(i));
                    left -= batch.text(i).length();
                }
                if (left < 0) {
                    throw tooLong(container, ctx);
                }
            }
        }
        return entries;
    }
}
