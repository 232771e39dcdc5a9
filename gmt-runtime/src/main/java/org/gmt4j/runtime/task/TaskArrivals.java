package org.gmt4j.runtime.task;

import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.wire.SpawnRecord;

/** Tasks that other nodes spawn on this one: from the SPAWN command to the queue, or at once to their end. Any helper; per task. */
final class TaskArrivals {
    private final TaskRuntime runtime;
    private final BodyCodec codec;
    private final TaskEndings endings;

    TaskArrivals(final TaskRuntime runtime, final BodyCodec codec, final TaskEndings endings) {
        this.runtime = runtime;
        this.codec = codec;
        this.endings = endings;
    }

    /**
     * Helper: a SPAWN command. Bodies that are not preemptable run at once.
     *
     * @param lane the helper's
     * @param ctx  the helper's context
     */
    void onSpawn(final int origin, final long address, final int function, final Lane lane, final TaskContext ctx) {
        final long handle = SpawnRecord.parent(address);
        final int kind = SpawnRecord.kind(address);
        final LoopTask task;
        try {
            final Object body = placed(address, codec.decode(function, address + SpawnRecord.HEADER_LENGTH, SpawnRecord.captureLength(address)));
            task = new LoopTask(BodyKind.placed(kind, body), body, SpawnRecord.low(address), SpawnRecord.high(address), SpawnRecord.chunk(address),
                SpawnRecord.seed(address), SpawnRecord.depth(address), null, origin, handle, 0, runtime.isExclusive());
        } catch (final RuntimeException cause) {
            final RemoteFailure failure = RemoteFailure.of(runtime.nodeId(), cause);
            if ((kind & BodyKind.TEAM) != 0) {
                runtime.rounds().memberLost(ctx, origin, handle, failure);
            }
            endings.couldNotBegin(origin, handle, failure, lane);
            return;
        }
        if (BodyKind.isPreemptable(kind)) {
            runtime.submit(task);
        } else {
            ctx.runLocal(task);
            endings.taskEnded(task, lane);
        }
    }

    /** The body, or where its range is one of positions, what finds the elements behind them. */
    private Object placed(final long address, final Object body) {
        final int length = SpawnRecord.placementLength(address);
        return length == 0 ? body : new OwnedRuns(codec.decodePlacement(SpawnRecord.placement(address), length), runtime.nodeId(),
            SpawnRecord.kind(address), body);
    }

    /** True when the record can be trusted so far that decoding it is safe. */
    static boolean isSound(final long address, final int length) {
        final int captures = SpawnRecord.captureLength(address);
        final int placement = SpawnRecord.placementLength(address);
        return captures >= 0 && placement >= 0 && captures <= length && placement <= length
            && SpawnRecord.length(captures, placement) <= length
            && (placement == 0 || BodyKind.isLoop(SpawnRecord.kind(address)))
            && SpawnRecord.chunk(address) > 0 && SpawnRecord.low(address) >= 0 && SpawnRecord.low(address) < SpawnRecord.high(address)
            && BodyKind.isValid(SpawnRecord.kind(address));
    }
}
