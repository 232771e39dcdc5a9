package org.gmt4j.apps.nwchem;

import java.util.Arrays;
import java.util.List;
import org.gmt4j.Transferable;
import org.gmt4j.ga.CallTable;

/**
 * What a round or a whole replay came to. Immutable.
 *
 * @param seconds     with the making and freeing of arrays
 * @param tasksOfNode tasks that each node has done
 * @param wrong       tickets that were drawn by nobody, or more than once
 * @param counterNs   waited for the counter, all streams together
 * @param transferNs  waited for patches, all streams together
 * @param computeNs   computed, all streams together
 * @param totalNs     all of it, all streams together
 * @param calls       of all arrays and nodes; of a round none
 * @param sum         of all elements of all Fock matrices
 * @param digest      of all elements of all Fock and work matrices
 */
record Replayed(double seconds, long[] tasksOfNode, long wrong, long counterNs, long transferNs, long computeNs,
                long totalNs, CallTable calls, long sum, long digest) implements Transferable {

    static Replayed none(final int nodes) {
        return new Replayed(0, new long[nodes], 0, 0, 0, 0, 0, CallTable.NONE, 0, 0);
    }

    /** Returns a round, before its answer is known. */
    static Replayed of(final List<NodeTally> tallies, final long tasks) {
        NodeTally all = NodeTally.none(tasks);
        final long[] ofNode = new long[tallies.size()];
        for (int node = 0; node < ofNode.length; node++) {
            ofNode[node] = tallies.get(node).tasks();
            all = all.plus(tallies.get(node));
        }
        final long wrong = tasks - all.different() + all.tasks() - all.different();
        return new Replayed(0, ofNode, wrong, all.counterNs(), all.transferNs(), all.computeNs(), all.totalNs(),
            CallTable.NONE, 0, 0);
    }

    Replayed withAnswer(final long moreSum, final long moreDigest) {
        return new Replayed(seconds, tasksOfNode, wrong, counterNs, transferNs, computeNs, totalNs, calls,
            sum + moreSum, digest + moreDigest);
    }

    Replayed withCalls(final CallTable newCalls) {
        return new Replayed(seconds, tasksOfNode, wrong, counterNs, transferNs, computeNs, totalNs, newCalls, sum,
            digest);
    }

    Replayed withSeconds(final double newSeconds) {
        return new Replayed(newSeconds, tasksOfNode, wrong, counterNs, transferNs, computeNs, totalNs, calls, sum,
            digest);
    }

    Replayed plus(final Replayed other) {
        final long[] ofNode = tasksOfNode.clone();
        Arrays.setAll(ofNode, node -> tasksOfNode[node] + other.tasksOfNode[node]);
        return new Replayed(seconds + other.seconds, ofNode, wrong + other.wrong, counterNs + other.counterNs,
            transferNs + other.transferNs, computeNs + other.computeNs, totalNs + other.totalNs,
            calls.plus(other.calls), sum + other.sum, digest + other.digest);
    }

    long tasks() {
        return Arrays.stream(tasksOfNode).sum();
    }

    /** Returns the digest in hexadecimal: the same for any number of nodes and streams. */
    String checksum() {
        return Long.toHexString(digest);
    }

    /** Returns the tasks of the node that did most by those of the mean. */
    double imbalance() {
        return (double) Arrays.stream(tasksOfNode).max().orElse(0) * tasksOfNode.length / Math.max(1, tasks());
    }

    double percent(final long ns) {
        return 100.0 * ns / Math.max(1, totalNs);
    }
}
