package org.gmt4j.engine.task;

import org.agrona.UnsafeApi;
import org.gmt4j.RemoteFailure;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.wire.SpawnRecord;
import org.gmt4j.engine.travel.BodyCodec;
import org.gmt4j.engine.travel.FailureCodec;

/**
 * Tasks that other nodes spawn on this one: queues them, or runs them at once. Any helper; per task.
 */
final class TaskArrivals {
    private final TaskParts parts;
    private final NodeTasks tasks;
    private final BodyCodec codec;
    private final TaskEndings endings;

    TaskArrivals(final TaskParts parts) {
        this.parts = parts;
        tasks = parts.tasks();
        codec = tasks.codec;
        endings = tasks.endings;
    }

    /**
     * Handles a SPAWN command. Helper. Local bodies run at once.
     *
     * @param lane lane of the helper
     * @param ctx  context of the helper
     */
    void onSpawn(final int origin, final long address, final int function, final Lane lane, final UnfinishedTask ctx) {
        final int kind = SpawnRecord.kind(address);
        if ((kind & BodyKind.GIVEN) != 0) {
            tasks.thief.partFrom(origin);
        }
        if ((kind & BodyKind.LONG) != 0) {
            awaitValues(origin, address, function, ctx);
        } else {
            begin(origin, address, function, null, lane, ctx);
        }
    }

    /** Waits for the values with a copy of the record, whose memory is reused. */
    private void awaitValues(final int origin, final long address, final int function, final UnfinishedTask ctx) {
        final int length = SpawnRecord.length(SpawnRecord.captureLength(address), SpawnRecord.placementLength(address));
        final long copy = UnsafeApi.allocateMemory(length);
        UnsafeApi.copyMemory(address, copy, length);
        parts.longValues().await(origin, UnsafeApi.getLong(address + SpawnRecord.HEADER_LENGTH),
            new Waiting(origin, copy, function), ctx);
    }

    /** A task whose values have not arrived. Started or failed once. */
    private final class Waiting implements LongValues.Start {
        private final int origin;
        private final long record;
        private final int function;

        Waiting(final int origin, final long record, final int function) {
            this.origin = origin;
            this.record = record;
            this.function = function;
        }

        @Override
        public void begin(final byte[] values, final EngineIssuer current) {
            try {
                TaskArrivals.this.begin(origin, record, function, values, null, UnfinishedTask.behind(current));
            } finally {
                UnsafeApi.freeMemory(record);
            }
        }

        @Override
        public void fail(final RemoteFailure failure) {
            try {
                couldNotBegin(origin, record, failure, null);
            } finally {
                UnsafeApi.freeMemory(record);
            }
        }
    }

    private void couldNotBegin(final int origin, final long record, final RemoteFailure failure, final Lane lane) {
        if ((SpawnRecord.kind(record) & BodyKind.TEAM) != 0) {
            parts.rounds().memberLost(origin, SpawnRecord.parent(record), failure);
        }
        endings.couldNotBegin(origin, SpawnRecord.parent(record), failure, lane);
    }

    /** @param values captured values, or null when they are in the record */
    private void begin(final int origin, final long address, final int function, final byte[] values,
                       final Lane lane, final UnfinishedTask ctx) {
        final long handle = SpawnRecord.parent(address);
        final int kind = SpawnRecord.kind(address);
        final LoopTask task;
        try {
            final BodyCodec.Positions positions = positions(address);
            final Object own = values != null ? codec.decode(function, values)
                : codec.decode(function, address + SpawnRecord.HEADER_LENGTH, SpawnRecord.captureLength(address));
            final Object body = positions == null ? own
                : new OwnedRuns(positions.placement(), positions.owner(), kind, own);
            task = new LoopTask(OwnedRuns.kindOf(body, kind), body, SpawnRecord.low(address), SpawnRecord.high(address),
                SpawnRecord.chunk(address), SpawnRecord.seed(address), SpawnRecord.job(address), null,
                origin, handle, 0, tasks.isExclusive(), (kind & BodyKind.BALANCED) == 0 || values != null ? null
                    : code(address, function, positions));
        } catch (final Throwable cause) {                    // code of the program makes the values
            couldNotBegin(origin, address, FailureCodec.of(tasks.nodeId, cause), lane);
            return;
        }
        if (BodyKind.isPreemptable(kind)) {
            tasks.submit(task);
        } else {
            ctx.runLocal(task);
            ctx.arrivalEnded();
            endings.taskEnded(task, lane);
        }
    }

    /** Returns the placement whose positions the range counts, or null when it counts iterations. */
    private BodyCodec.Positions positions(final long address) {
        final int length = SpawnRecord.placementLength(address);
        return length == 0 ? null : codec.decodePlacement(SpawnRecord.placement(address), length, tasks.nodeId);
    }

    private static LoopCode code(final long address, final int function, final BodyCodec.Positions positions) {
        final byte[] captures = new byte[SpawnRecord.captureLength(address)];
        ArrayOrMemory.copy(null, address + SpawnRecord.HEADER_LENGTH, captures,
            UnsafeApi.arrayBaseOffset(byte[].class), captures.length);
        return new LoopCode(SpawnRecord.kind(address), function, captures,
            positions == null ? null : positions.placement(),
            positions == null ? ChunkThief.NOBODY : positions.owner());
    }

    /** Returns whether decoding the record is safe. */
    static boolean isSound(final long address, final int length) {
        final int captures = SpawnRecord.captureLength(address);
        final int placement = SpawnRecord.placementLength(address);
        return captures >= 0 && placement >= 0 && captures <= length && placement <= length
            && SpawnRecord.length(captures, placement) <= length
            && (placement == 0 || BodyKind.isLoop(SpawnRecord.kind(address)))
            && SpawnRecord.chunk(address) >= 0 && SpawnRecord.low(address) >= 0
            && SpawnRecord.low(address) < SpawnRecord.high(address) && BodyKind.isValid(SpawnRecord.kind(address))
            && ((SpawnRecord.kind(address) & BodyKind.LONG) == 0 || captures == LongValues.REFERENCE_LENGTH);
    }
}
