package org.gmt4j.engine.helper;

import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.memory.SegmentTable;
import org.gmt4j.engine.task.EngineTask;
import org.gmt4j.engine.task.TaskRuntime;

/**
 * Passes each command of a block to the part for its type; all parts share one {@link BlockCursor}. Runs of commands of
 * one type on one segment, as aggregation makes them of irregular code, are executed in one tight loop each. Owned by
 * one helper. Per command.
 */
final class CommandDispatch {
    private final BlockCursor cursor;
    private final ElementCommands elements;
    private final BulkCommands bulk;
    private final PatternCommands patterns;
    private final RendezvousCommands rendezvous;
    private final TaskCommands bodies;
    private final EntryCommands entries;
    private final RepeatedCommands repetitions;

    /** @param context context of bodies run by commands */
    CommandDispatch(final BlockCursor cursor, final Lane lane, final SegmentTable segments, final TaskRuntime tasks,
                    final EngineTask context) {
        this.cursor = cursor;
        elements = new ElementCommands(cursor, segments);
        bulk = new BulkCommands(cursor, segments);
        patterns = new PatternCommands(cursor, segments);
        rendezvous = new RendezvousCommands(cursor, segments, tasks, lane.rendezvous());
        bodies = new TaskCommands(cursor, segments, lane, tasks, context);
        entries = new EntryCommands(cursor, tasks, lane.index());
        repetitions = new RepeatedCommands(cursor, segments, bodies);
    }

    /**
     * Executes all commands of the block.
     *
     * @return type of a malformed command, which fails with all commands behind it; -1 when there is none
     */
    int executeAll() {
        final BlockCursor block = cursor;
        while (block.at < block.end) {
            final long word = UnsafeApi.getLong(block.at);
            final int type = CommandWord.type(word);
            final boolean isSound = CommandType.isUpdate(type) ? updates(word, type - CommandType.UPDATE)
                : CommandType.isFetch(type) ? elements.fetches(word, type) : executeOther(word, type);
            if (!isSound) {
                block.failRest();
                return type;
            }
        }
        return -1;
    }

    private boolean updates(final long word, final int operator) {
        final long before = cursor.executedCount;
        final boolean isSound = elements.updates(word, operator);
        cursor.updated(operator, cursor.executedCount - before);
        return isSound;
    }

    private boolean executeOther(final long word, final int type) {
        switch (type) {
            case CommandType.GET:
                return elements.gets(word);
            case CommandType.PUT_VALUE:
                return elements.putValues(word);
            case CommandType.COMPARE_AND_SET:
                return elements.comparesAndSets(word);
            case CommandType.COMPARE_AND_SET_NARROW:
                return elements.comparesAndSetsNarrow(word);
            case CommandType.REPEAT:
                return repetitions.repeat(word);
            case CommandType.PUT:
                return bulk.put(word);
            case CommandType.GET_BULK:
                return bulk.get(word);
            case CommandType.VISIT:
                return bodies.visits(word);
            case CommandType.ENTRY_NOTE:
                return entries.notes(word, 8);
            case CommandType.ENTRY_WIDE_NOTE:
                return entries.notes(word, 16);
            case CommandType.ENTRY_CALL:
                return entries.call(word);
            case CommandType.SPAWN:
                return bodies.spawn(word);
            case CommandType.MESSAGE:
                return bodies.message(word);
            default:
                return executeRare(word, type);
        }
    }

    /** Separate, so that the switch above stays small enough to be compiled into the loop. */
    private boolean executeRare(final long word, final int type) {
        switch (type) {
            case CommandType.SERVICE:
            case CommandType.SERVICE_NOTE:
                return bodies.service(word, type == CommandType.SERVICE);
            case CommandType.FLAG:
                return bodies.flag(word);
            case CommandType.ADD_LONG:
            case CommandType.ADD_DOUBLE:
                return elements.addsAtBytes(word);
            case CommandType.ACCUMULATE:
                return bulk.accumulate(word);
            case CommandType.STRIDED_STORE:
                return patterns.stridedStore(word);
            case CommandType.STRIDED_GET:
                return patterns.stridedGet(word);
            case CommandType.VECTOR_STORE:
                return patterns.vectorStore(word);
            case CommandType.VECTOR_GET:
                return patterns.vectorGet(word);
            case CommandType.BULK_VISIT:
                return bodies.bulkVisit(word);
            case CommandType.VISIT_OF_TWO:
                return bodies.wideVisit(word, 24);
            case CommandType.VISIT_OF_THREE:
                return bodies.wideVisit(word, 32);
            case CommandType.RENDEZVOUS_STORE:
            case CommandType.RENDEZVOUS_GET:
                return rendezvous.announcement(word);
            case CommandType.RENDEZVOUS_VALUE:
                return rendezvous.value(word);
            default:
                return false;
        }
    }
}
