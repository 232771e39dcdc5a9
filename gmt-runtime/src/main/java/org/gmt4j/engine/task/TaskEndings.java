package org.gmt4j.engine.task;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.agrona.UnsafeApi;
import org.gmt4j.ProtocolException;
import org.gmt4j.RemoteFailure;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.CommandFailure;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.queue.RemoteCommandException;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.TaskDoneRecord;
import org.gmt4j.aggregation.wire.WireFormat;
import org.gmt4j.engine.travel.BodyCodec;
import org.gmt4j.engine.travel.FailureCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends tasks on one node: passes result or failure to the parent, here or by a notice to its node, once everything of
 * the task's tree has ended. Any lane; per task.
 */
final class TaskEndings {
    private static final Logger LOG = LoggerFactory.getLogger(TaskEndings.class);

    private final int nodeId;
    private final BodyCodec codec;
    private final JoinTable joins;
    private final OutstandingTasks outstanding;
    private final NoticeQueue notices;
    private final int resultLimit;
    private Predicate<LoopTask> hasMet = task -> false;

    /** @param commandLimit length of the longest command */
    TaskEndings(final int nodeId, final BodyCodec codec, final JoinTable joins, final OutstandingTasks outstanding,
                final NoticeQueue notices, final int commandLimit) {
        this.nodeId = nodeId;
        this.codec = codec;
        this.joins = joins;
        this.outstanding = outstanding;
        this.notices = notices;
        resultLimit = commandLimit - TaskDoneRecord.HEADER_LENGTH - 8;
    }

    /** Sets what tells whether the team of a task is known here. Before the node starts. */
    void onMeetings(final Predicate<LoopTask> isKnown) {
        hasMet = isKnown;
    }

    /** Notes the end of the last chunk, and notifies the parent once everything of the task's tree has ended. */
    void taskEnded(final LoopTask task, final Lane lane) {
        if (task.tree == null) {
            treesEnded(tellParent(task, lane), null);
        } else {
            treesEnded(task.tree.complete(1), lane);
        }
    }

    /** Ends the trees above, as far as they are complete: a loop, because chains of tasks may be long. */
    private void treesEnded(final LoopTask first, final Lane lane) {
        for (LoopTask task = first; task != null; task = tellParent(task, lane)) {
            joins.remove(task.tree);
        }
    }

    /** Ends a task that another node has spawned here and that could not begin. */
    void couldNotBegin(final int origin, final long parent, final RemoteFailure failure, final Lane lane) {
        tellFailure(origin, parent, lane, 0, failure, 1);
    }

    /** @param flags of the status */
    private void tellFailure(final int node, final long parent, final Lane lane, final int flags,
                             final RemoteFailure failure, final long count) {
        final byte[] bytes = FailureCodec.encodeWhole(failure, resultLimit);
        if (bytes.length <= resultLimit) {
            notices.taskDone(lane, node, parent, TaskDoneRecord.FAILED | flags, count, bytes);
        } else {
            notices.taskDoneInPieces(node, parent, TaskDoneRecord.FAILED_PIECE | flags,
                ByteBuffer.allocate(Long.BYTES + bytes.length).putLong(count).put(bytes).array(), resultLimit);
        }
    }

    // --- notification of the parent ---

    /** Returns the task whose tree has ended with this one, or null. */
    private LoopTask tellParent(final LoopTask task, final Lane lane) {
        RemoteFailure failure = task.failure();
        long failures = task.failureCount();
        if (task.tree != null) {
            failure = failure == null ? task.tree.firstFailure() : failure;
            failures += task.tree.failureCount();
        }
        if (task.parent != null) {
            return tellLocally(task, failure, failures);
        }
        tellRemotely(task, lane, failure, failures);
        return null;
    }

    /**
     * Returns the contributions of a task, and of tasks that got chunks of it, to a reduction; null for none. They are
     * no longer than another node could send: a program must not depend on their places.
     */
    private List<long[]> contributions(final LoopTask task) {
        final List<long[]> all = allContributions(task);
        if (all != null) {
            Partials.requireSendable(all, "the partial results of a reduction on node " + nodeId, LongValues.LIMIT);
        }
        return all;
    }

    private static List<long[]> allContributions(final LoopTask task) {
        final long[] own = task.contribution();
        if (task.tree == null) {
            return own == null ? null : List.of(own);
        }
        final List<long[]> given = task.tree.contributions();
        if (own == null || given.isEmpty()) {
            return own == null ? given : List.of(own);
        }
        final List<long[]> all = new ArrayList<>(given);
        all.add(own);
        return all;
    }

    private static void contribute(final List<long[]> values, final Join parent) {
        if (values != null) {
            values.forEach(parent::contribute);
        }
    }

    private LoopTask tellLocally(final LoopTask task, final RemoteFailure failure, final long failures) {
        final Join parent = task.parent;
        if (failure != null) {
            parent.fail(failure, failures);
        } else if (parent.encodedResults != null) {
            // A result is copied even when it stays on its node: a program must not depend on the number of nodes.
            try {
                parent.encodedResults[task.resultIndex] = codec.encodeValue(task.result, LongValues.LIMIT);
            } catch (final Throwable cause) {                // code of the program may give the values
                parent.fail(FailureCodec.of(nodeId, cause), 1);
            }
        } else if (parent.results != null) {
            parent.results[task.resultIndex] = task.result;
        } else {
            try {
                contribute(contributions(task), parent);
            } catch (final Throwable cause) {                // as at another node
                parent.fail(FailureCodec.of(nodeId, cause), 1);
            }
        }
        return parent.complete(1);
    }

    private void tellRemotely(final LoopTask task, final Lane lane, final RemoteFailure failure, final long failures) {
        RemoteFailure reason = failure;
        long count = failures;
        byte[] payload = null;
        if (reason == null) {
            try {
                payload = resultOf(task);
            } catch (final Throwable cause) {
                reason = FailureCodec.of(nodeId, cause);
                count = 1;
            }
        }
        final int met = hasMet.test(task) ? TaskDoneRecord.MET : 0;
        if (reason != null) {
            tellFailure(task.parentNode, task.parentHandle, lane, met, reason, count);
        } else if (payload != null && payload.length > resultLimit) {
            notices.taskDoneInPieces(task.parentNode, task.parentHandle, TaskDoneRecord.PIECE | met, payload,
                resultLimit);
        } else {
            notices.taskDone(lane, task.parentNode, task.parentHandle,
                (payload == null ? TaskDoneRecord.ENDED : TaskDoneRecord.RESULT) | met, count, payload);
        }
    }

    /** Returns the encoded result or contribution of a task; null when it has none. */
    private byte[] resultOf(final LoopTask task) {
        if (BodyKind.isLoop(task.kind)) {
            return Partials.toBytes(contributions(task));
        }
        return task.kind == BodyKind.FUNCTION || task.kind == BodyKind.LOCAL_FUNCTION
            ? codec.encodeValue(task.result, LongValues.LIMIT) : null;
    }

    // --- at the parent's node ---

    /**
     * Returns whether the task may have begun: a reply that could not list all failures does not tell which commands
     * were executed. A task that was executed reports its end itself.
     */
    static boolean mayHaveBegun(final RuntimeException cause) {
        return cause instanceof RemoteCommandException refused && refused.failure() != CommandFailure.UNREACHABLE
            && refused.failure() != CommandFailure.MALFORMED;
    }

    /** Ends the part of a join for a task that never began on another node, as a failure. */
    void neverBegan(final Join join, final int node, final RuntimeException cause) {
        join.fail(FailureCodec.of(nodeId, cause), 1);
        notSent(join, node);
    }

    /** Ends the part of a join for a task that was not sent: its spawner throws. */
    void notSent(final Join join, final int node) {
        outstanding.ended(node);
        join.endedAt(node);
        treesEnded(join.complete(1), null);
    }

    /** Handles the notice that a task has ended elsewhere. Server. */
    void onTaskDone(final int source, final long block, final int length) {
        final long record = block + BlockHeader.LENGTH;
        final int payloadLength = length < BlockHeader.LENGTH + TaskDoneRecord.HEADER_LENGTH ? -1
            : TaskDoneRecord.payloadLength(record);
        if (payloadLength < 0 || BlockHeader.LENGTH + (long) TaskDoneRecord.HEADER_LENGTH
            + WireFormat.align(payloadLength) > length) {
            LOG.warn("GMT-228 dropped a malformed notice; start all nodes with the same build");
            return;
        }
        final Join join = joins.find(TaskDoneRecord.join(record));
        if (join == null) {
            LOG.warn("GMT-229 dropped the notice of a task without a waiter: harmless after a failure");
            return;
        }
        if (TaskDoneRecord.hasMet(record)) {
            join.hasMet = true;
        }
        byte[] payload = null;
        if (payloadLength > 0) {
            payload = new byte[payloadLength];
            ArrayOrMemory.copy(null, record + TaskDoneRecord.HEADER_LENGTH, payload,
                UnsafeApi.arrayBaseOffset(byte[].class), payloadLength);
        }
        final int status = TaskDoneRecord.status(record);
        if (status == TaskDoneRecord.PIECE || status == TaskDoneRecord.FAILED_PIECE) {
            payload = wholeResult(join, source, record, payload);
            if (payload == null) {
                return;
            }
        }
        if (outstanding.ended(source)) {
            join.endedAt(source);
        }
        if (status == TaskDoneRecord.FAILED) {
            join.fail(FailureCodec.decode(payload == null ? new byte[0] : payload),
                Math.max(1, TaskDoneRecord.failures(record)));
        } else if (status == TaskDoneRecord.FAILED_PIECE) {
            failed(join, payload);
        } else if (payload != null && join.encodedResults != null) {
            join.encodedResults[join.encodedResults.length == 1 ? 0 : source] = payload;
        } else if (payload != null) {
            contributed(join, source, payload);
        }
        treesEnded(join.complete(1), null);
    }

    /** Adds a piece of a long result. Returns the whole result with the last piece, null before. */
    private static byte[] wholeResult(final Join join, final int source, final long record, final byte[] piece) {
        final int total = TaskDoneRecord.pieceTotal(record);
        if (piece == null || total < piece.length || total > LongValues.LIMIT) {
            LOG.warn("GMT-228 dropped a malformed notice; start all nodes with the same build");
            return null;
        }
        return join.takePiece(source, TaskDoneRecord.number(record), piece, TaskDoneRecord.pieceOffset(record), total);
    }

    private static void failed(final Join join, final byte[] counted) {
        final boolean hasCount = counted.length >= Long.BYTES;
        join.fail(FailureCodec.decode(hasCount ? Arrays.copyOfRange(counted, Long.BYTES, counted.length) : counted),
            hasCount ? Math.max(1, ByteBuffer.wrap(counted).getLong()) : 1);
    }

    private void contributed(final Join join, final int source, final byte[] payload) {
        final long[] packed = Partials.ofBytes(payload);
        if (packed == null) {
            join.fail(FailureCodec.of(nodeId, new ProtocolException("GMT-228",
                "node " + source + " has sent partial results that cannot be read")), 1);
        } else {
            join.contribute(packed);
        }
    }
}
