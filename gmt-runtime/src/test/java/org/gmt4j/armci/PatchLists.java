package org.gmt4j.armci;

import java.util.SplittableRandom;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Some random patches of one call, that share no byte on either side, in another order here than there; now and then an
 * empty one. Forms: 0 waits, 1 is for the wait of the task, 2 for that of the handle.
 */
final class PatchLists {
    private final PatchPair[] pairs;
    private final Patch[] local;
    private final Patch[] remote;
    private final int room;
    private final int turn;

    private PatchLists(final SplittableRandom random, final int unit, final int bytes) {
        pairs = new PatchPair[1 + random.nextInt(6)];
        room = bytes / pairs.length & -8;
        turn = random.nextInt(pairs.length);
        local = new Patch[pairs.length];
        remote = new Patch[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            final boolean isEmpty = random.nextInt(10) == 0;
            pairs[i] = isEmpty ? null : PatchPair.next(random, 1 + random.nextInt(8), unit, room, room);
            local[i] = isEmpty ? Patch.of(0, 0) : pairs[i].local().at(pairs[i].localOffset + here(i));
            remote[i] = isEmpty ? Patch.of(0, 0) : pairs[i].remote().at(pairs[i].remoteOffset + there(i));
        }
    }

    /** @param unit bytes of an element */
    static PatchLists next(final SplittableRandom random, final int unit, final int bytes) {
        return new PatchLists(random, unit, bytes);
    }

    private int here(final int pair) {
        return pair * room;
    }

    private int there(final int pair) {
        return (pair + turn) % pairs.length * room;
    }

    private void forEachRun(final PatchPair.Run run) {
        for (int i = 0; i < pairs.length; i++) {
            if (pairs[i] != null) {
                final int here = here(i);
                final int there = there(i);
                pairs[i].forEachRun((l, r, n) -> run.at(l + here, r + there, n));
            }
        }
    }

    /** Puts, also in the copies of both sides. */
    void put(final Armci armci, final OperationHandle handle, final int form, final ArmciMemory memory, final int node,
             final LocalBuffer side, final byte[] here, final byte[] there) throws SuspendExecution {
        if (form == 0) {
            armci.putPatches(side, local, memory, node, remote);
        } else if (form == 1) {
            armci.putPatchesNb(side, local, memory, node, remote);
        } else {
            armci.putPatchesNb(handle, side, local, memory, node, remote);
        }
        forEachRun((l, r, n) -> System.arraycopy(here, l, there, r, n));
    }

    /** Gets, also in the copies of both sides. */
    void get(final Armci armci, final OperationHandle handle, final int form, final ArmciMemory memory, final int node,
             final LocalBuffer side, final byte[] here, final byte[] there) throws SuspendExecution {
        if (form == 0) {
            armci.getPatches(memory, node, remote, side, local);
        } else if (form == 1) {
            armci.getPatchesNb(memory, node, remote, side, local);
        } else {
            armci.getPatchesNb(handle, memory, node, remote, side, local);
        }
        forEachRun((l, r, n) -> System.arraycopy(there, r, here, l, n));
    }

    /** Adds five times the longs here, also in the copies of both sides. */
    void add(final Armci armci, final OperationHandle handle, final int form, final ArmciMemory memory, final int node,
             final LocalBuffer side, final byte[] here, final byte[] there) throws SuspendExecution {
        final Accumulate op = Accumulate.LONG.scaled(5);
        if (form == 0) {
            armci.accumulatePatches(op, side, local, memory, node, remote);
        } else if (form == 1) {
            armci.accumulatePatchesNb(op, side, local, memory, node, remote);
        } else {
            armci.accumulatePatchesNb(handle, op, side, local, memory, node, remote);
        }
        forEachRun((l, r, n) -> Numbers.addLongs(here, l, there, r, n, 5));
    }
}
