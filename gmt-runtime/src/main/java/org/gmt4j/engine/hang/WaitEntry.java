package org.gmt4j.engine.hang;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One task that waits, or that others wait for, as it was at one moment. Immutable.
 *
 * @param node        where it is
 * @param worker      whose fiber it has
 * @param fiber       number of the fiber there: with node and worker the name of the task, until it ends
 * @param waitedNs    how long it has waited, as of the slice of its worker in which it began to
 * @param kind        of what it waits for
 * @param what        what it waits for, in words
 * @param body        what it runs, in words
 * @param frame       the user's line where it waits, "class.method(file:line)"; empty when it could not be asked
 * @param hasDeadline the wait ends by itself
 * @param stamp       of the wait: another one of the same task has another
 * @param wants       names of what must come before it goes on, all of them; empty where nobody can tell
 * @param keepsBack   names of what cannot come before it goes on
 */
public record WaitEntry(int node, int worker, int fiber, long waitedNs, WaitKind kind, String what,
                        String body, String frame, boolean hasDeadline, long stamp, List<String> wants,
                        List<String> keepsBack) {
    private static final int LONGEST_TEXT = 2000;
    private static final int MOST_NAMES = 1000;

    public WaitEntry {
        wants = List.copyOf(wants);
        keepsBack = List.copyOf(keepsBack);
    }

    /** The same, with the line where it waits. */
    public WaitEntry at(final String line) {
        return new WaitEntry(node, worker, fiber, waitedNs, kind, what, body, line, hasDeadline, stamp,
            wants, keepsBack);
    }

    /** Node, worker and fiber. */
    public String name() {
        return node + "." + worker + "." + fiber;
    }

    /** It waits, and nobody but others can end that. */
    boolean waitsForOthers() {
        return kind != WaitKind.NOTHING && !hasDeadline;
    }

    void write(final DataOutputStream out) throws IOException {
        out.writeInt(node);
        out.writeInt(worker);
        out.writeInt(fiber);
        out.writeLong(waitedNs);
        out.writeByte(kind.ordinal());
        text(out, what);
        text(out, body);
        text(out, frame);
        out.writeBoolean(hasDeadline);
        out.writeLong(stamp);
        texts(out, wants);
        texts(out, keepsBack);
    }

    static WaitEntry read(final DataInputStream in) throws IOException {
        return new WaitEntry(in.readInt(), in.readInt(), in.readInt(), in.readLong(), WaitKind.values()[in.readByte()],
            in.readUTF(), in.readUTF(), in.readUTF(), in.readBoolean(), in.readLong(), texts(in), texts(in));
    }

    static void text(final DataOutputStream out, final String text) throws IOException {
        out.writeUTF(text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "..." : text);
    }

    static void texts(final DataOutputStream out, final List<String> texts) throws IOException {
        final int count = Math.min(MOST_NAMES, texts.size());
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            text(out, texts.get(i));
        }
    }

    static List<String> texts(final DataInputStream in) throws IOException {
        final int count = in.readInt();
        final List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(in.readUTF());
        }
        return texts;
    }
}
