package org.gmt4j.engine.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gmt4j.engine.hang.HangReport;
import org.gmt4j.engine.hang.NodeWaits;

/**
 * Requests the waits of the nodes of a job on this host, through the folder of the job. One thread; bounded; see
 * {@link WaitDesk}.
 */
public final class WaitInquiry {
    private static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path folder;
    private final Collection<Integer> nodes;
    private final int nodeCount;
    private final long limitMs;

    /**
     * @param folder    folder of the job
     * @param nodes     nodes of this host
     * @param nodeCount number of nodes of the job
     * @param limitMs   time to wait for answers
     */
    public WaitInquiry(final Path folder, final Collection<Integer> nodes, final int nodeCount, final long limitMs) {
        this.folder = folder;
        this.nodes = List.copyOf(nodes);
        this.nodeCount = nodeCount;
        this.limitMs = limitMs;
    }

    /** @return the report, which names nodes that do not answer */
    public String report() {
        return HangReport.of(ask(), this::ask);
    }

    /** Returns each node's answer, or a note that there is none. */
    List<NodeWaits> ask() {
        final long number = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
        final Map<Integer, NodeWaits> answers = new TreeMap<>();
        final TreeSet<Integer> missing = new TreeSet<>(nodes);
        String why = "no answer within " + limitMs + " ms: its process is stopped, starting or ending, "
            + "or its folder is full";
        try {
            put(number);
            final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
            while (!missing.isEmpty() && System.nanoTime() < endNs) {
                missing.removeIf(node -> {
                    final NodeWaits answer = read(node, number);
                    if (answer != null) {
                        answers.put(node, answer);
                    }
                    return answer != null;
                });
                if (!missing.isEmpty() && isReplaced(number)) {
                    put(number);
                }
                LockSupport.parkNanos(LOOK_EVERY_NS);
            }
        } catch (final IOException e) {
            why = "it could not be asked in " + folder + ": " + e;
        }
        for (final int node : missing) {
            answers.put(node, NodeWaits.unknown(node, nodeCount, why));
        }
        return List.copyOf(answers.values());
    }

    private void put(final long number) throws IOException {
        WaitDesk.put(folder, WaitDesk.REQUEST, String.valueOf(number).getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns whether somebody else has asked since, perhaps before all nodes have seen this request. */
    private boolean isReplaced(final long number) throws IOException {
        try {
            return !Files.readString(folder.resolve(WaitDesk.REQUEST), StandardCharsets.US_ASCII).strip()
                .equals(String.valueOf(number));
        } catch (final NoSuchFileException e) {
            return false;           // the job has ended
        }
    }

    /** Returns null when there is no answer yet. */
    private NodeWaits read(final int node, final long number) {
        try {
            final byte[] bytes = Files.readAllBytes(folder.resolve(WaitDesk.nameOf(node)));
            if (bytes.length < 8 || ByteBuffer.wrap(bytes).getLong() != number) {
                return null;
            }
            return NodeWaits.decode(Arrays.copyOfRange(bytes, 8, bytes.length));
        } catch (final NoSuchFileException e) {
            return null;
        } catch (final IOException e) {
            return NodeWaits.unknown(node, nodeCount, "its answer cannot be read: " + e);
        }
    }
}
