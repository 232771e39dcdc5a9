package org.gmt4j.engine.hang;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The waits of one node at one moment. Immutable; travels as bytes between processes of one build.
 *
 * @param nodeId      id of the node
 * @param nodeCount   number of nodes of the job
 * @param queuedLoops number of parts of loops, and of tasks, with chunks that have not begun
 * @param workers     workers of the node
 * @param totals      number of waiting tasks by kind, including those without an entry
 * @param entries     the oldest waits, and those that others may wait for, oldest first
 * @param teams       teams of the node's tasks
 * @param trouble     reason for missing parts; empty when nothing is missing
 */
public record NodeWaits(int nodeId, int nodeCount, int queuedLoops, List<WorkerState> workers,
                        Map<WaitKind, Integer> totals, List<WaitEntry> entries, Teams teams,
                        String trouble) {
    /**
     * Teams of a node's tasks.
     *
     * @param progress progress of the collectives of this node
     * @param sole     teams spawned by one call, whose members are awaited here
     */
    public record Teams(List<TeamProgress> progress, List<String> sole) {
        static final Teams NONE = new Teams(List.of(), List.of());

        public Teams {
            progress = List.copyOf(progress);
            sole = List.copyOf(sole);
        }
    }

    private static final int MAGIC = 0x474d5457;    // GMTW
    private static final int VERSION = 1;

    public NodeWaits {
        workers = List.copyOf(workers);
        totals = Map.copyOf(totals);
        entries = List.copyOf(entries);
    }

    /** Returns an entry for a node that could not be asked. */
    public static NodeWaits unknown(final int nodeId, final int nodeCount, final String why) {
        return new NodeWaits(nodeId, nodeCount, 0, List.of(), Map.of(), List.of(), Teams.NONE, why);
    }

    int waitingCount() {
        return totals.values().stream().mapToInt(Integer::intValue).sum();
    }

    public byte[] encode() {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(MAGIC);
            out.writeInt(VERSION);
            out.writeInt(nodeId);
            out.writeInt(nodeCount);
            out.writeInt(queuedLoops);
            out.writeInt(workers.size());
            for (final WorkerState worker : workers) {
                out.writeInt(worker.index());
                out.writeInt(worker.runnable());
                out.writeInt(worker.waiting());
                WaitEntry.text(out, worker.doing());
                out.writeBoolean(worker.hasTurned());
            }
            out.writeInt(totals.size());
            for (final Map.Entry<WaitKind, Integer> total : totals.entrySet()) {
                out.writeByte(total.getKey().ordinal());
                out.writeInt(total.getValue());
            }
            out.writeInt(entries.size());
            for (final WaitEntry entry : entries) {
                entry.write(out);
            }
            out.writeInt(teams.progress.size());
            for (final TeamProgress team : teams.progress) {
                out.writeUTF(team.team());
                out.writeLong(team.group());
                out.writeLong(team.nextRound());
            }
            WaitEntry.texts(out, teams.sole);
            WaitEntry.text(out, trouble);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @throws IOException when these are not the complete bytes of a node's waits */
    public static NodeWaits decode(final byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readInt() != MAGIC || in.readInt() != VERSION) {
                throw new IOException("not what a node of this build says of its waits");
            }
            final int nodeId = in.readInt();
            final int nodeCount = in.readInt();
            final int queuedLoops = in.readInt();
            final List<WorkerState> workers = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                workers.add(new WorkerState(in.readInt(), in.readInt(), in.readInt(), in.readUTF(), in.readBoolean()));
            }
            final Map<WaitKind, Integer> totals = new EnumMap<>(WaitKind.class);
            for (int left = in.readInt(); left > 0; left--) {
                totals.put(WaitKind.values()[in.readByte()], in.readInt());
            }
            final List<WaitEntry> entries = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                entries.add(WaitEntry.read(in));
            }
            final List<TeamProgress> teams = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                teams.add(new TeamProgress(in.readUTF(), in.readLong(), in.readLong()));
            }
            return new NodeWaits(nodeId, nodeCount, queuedLoops, workers, totals, entries,
                new Teams(teams, WaitEntry.texts(in)), in.readUTF());
        } catch (final ArrayIndexOutOfBoundsException e) {
            throw new IOException("damaged", e);
        }
    }
}
