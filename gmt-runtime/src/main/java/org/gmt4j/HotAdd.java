package org.gmt4j;

import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.combining.HotElement;
import org.gmt4j.engine.combining.LaneCombining;
import org.gmt4j.engine.task.EngineTask;

/** Additions to elements of other nodes whose result a task waits for. Any task; per operation. */
final class HotAdd {
    private HotAdd() {
    }

    /**
     * Issues an addition, or has it travel with those of other tasks to the same element; the caller then suspends.
     * Returns what is to be told that the wait has ended, or null.
     *
     * <p>An addition that joins others travels behind all that its task has issued to the node before, since commands
     * of one lane to one node keep their order.
     */
    static HotElement start(final ArrayShape array, final EngineTask task, final long index, final long operand) {
        final long place = array.distribution.locate(index);
        final int node = (int) (place >>> CommandWord.OFFSET_BITS);
        final long word = CommandWord.base(CommandType.FETCH + CommandType.ADD, array.id)
            | place & CommandWord.MAX_OFFSET;
        final HotElement element = LaneCombining.of(task.aggregator()).hot(word, node);
        // A task with other operations under way waits for those, too: it must not keep others from travelling.
        final boolean canLead = task.isAnswered();
        if ((element.isOf(word, node) || !canLead && element.isFree()) && task.isPreemptable()) {
            task.checkCancelled();                    // now: what has joined is executed
            element.join(word, node, array.segment, task, operand);
            return null;
        }
        task.aggregator().fetch(node, word, operand, task, null, RequestBlock.TO_COMPLETION);
        return canLead && element.lead(word, node) ? element : null;
    }
}
