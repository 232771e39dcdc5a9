package org.gmt4j.ga;

import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.IoVector;
import org.gmt4j.armci.LocalBuffer;

/**
 * The one-sided calls of a transfer; each counts as one operation of the matrix. Owned by one task.
 *
 * @param handle that is to be waited for; null for the task
 * @param kind   GET, PUT or ACCUMULATE
 * @param sum    what an accumulate does; null for others
 */
record TransferCalls(Armci armci, OperationHandle handle, CallKind kind, Accumulate sum, LocalBuffer local,
                     MatrixPart part) {

    private ArmciMemory begin() {
        part.statistics().issued(kind, 1);
        return part.memory();
    }

    /** One pattern. */
    void strided(final int node, final Patch there, final Patch here) {
        final ArmciMemory memory = begin();
        switch (kind) {
            case GET:
                if (handle == null) {
                    armci.getStridedNb(memory, node, there, local, here);
                } else {
                    armci.getStridedNb(handle, memory, node, there, local, here);
                }
                break;
            case PUT:
                if (handle == null) {
                    armci.putStridedNb(local, here, memory, node, there);
                } else {
                    armci.putStridedNb(handle, local, here, memory, node, there);
                }
                break;
            default:
                if (handle == null) {
                    armci.accumulateStridedNb(sum, local, here, memory, node, there);
                } else {
                    armci.accumulateStridedNb(handle, sum, local, here, memory, node, there);
                }
                break;
        }
    }

    /** Some patterns, as many on both sides. */
    void patches(final int node, final Patch[] there, final Patch[] here) {
        final ArmciMemory memory = begin();
        switch (kind) {
            case GET:
                if (handle == null) {
                    armci.getPatchesNb(memory, node, there, local, here);
                } else {
                    armci.getPatchesNb(handle, memory, node, there, local, here);
                }
                break;
            case PUT:
                if (handle == null) {
                    armci.putPatchesNb(local, here, memory, node, there);
                } else {
                    armci.putPatchesNb(handle, local, here, memory, node, there);
                }
                break;
            default:
                if (handle == null) {
                    armci.accumulatePatchesNb(sum, local, here, memory, node, there);
                } else {
                    armci.accumulatePatchesNb(handle, sum, local, here, memory, node, there);
                }
                break;
        }
    }

    /** Lists of runs. */
    void vectors(final int node, final IoVector... vectors) {
        final ArmciMemory memory = begin();
        switch (kind) {
            case GET:
                if (handle == null) {
                    armci.getVectorNb(memory, node, local, vectors);
                } else {
                    armci.getVectorNb(handle, memory, node, local, vectors);
                }
                break;
            case PUT:
                if (handle == null) {
                    armci.putVectorNb(local, memory, node, vectors);
                } else {
                    armci.putVectorNb(handle, local, memory, node, vectors);
                }
                break;
            default:
                if (handle == null) {
                    armci.accumulateVectorNb(sum, local, memory, node, vectors);
                } else {
                    armci.accumulateVectorNb(handle, sum, local, memory, node, vectors);
                }
                break;
        }
    }
}
