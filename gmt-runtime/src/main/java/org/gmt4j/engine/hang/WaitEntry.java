package org.gmt4j.engine.hang;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One task that waits, or that others wait for, at one moment. Immutable.
 *
 * @param task      place of the task
 * @param awaited   its wait
 * @param body      description of its body
 * @param frame     the user's line at which it waits, "class.method(file:line)"; empty when it could not be determined
 * @param wants     names of all resources that it waits for; empty when their holders are unknown
 * @param keepsBack names of all resources that it holds
 */
public record WaitEntry(Task task, Wait awaited, String body, String frame, List<String> wants,
                        List<String> keepsBack) {
    /**
     * The name of a task until it ends.
     *
     * @param node   id of its node
     * @param worker index of its worker there
     * @param fiber  number of its fiber at the worker
     */
    public record Task(int node, int worker, int fiber) {
    }

    /**
     * One wait of a task.
     *
     * @param kind        kind of the event
     * @param what        description of the event
     * @param ns          duration until now, as of the slice of its worker in which it began
     * @param hasDeadline whether the wait ends by itself
     * @param stamp       differs between waits of one task
     */
    public record Wait(WaitKind kind, String what, long ns, boolean hasDeadline, long stamp) {
    }

    private static final int LONGEST_TEXT = 2000;
    private static final int MOST_NAMES = 1000;

    public WaitEntry {
        wants = List.copyOf(wants);
        keepsBack = List.copyOf(keepsBack);
    }

    /** Returns the same entry with the line at which it waits. */
    public WaitEntry at(final String line) {
        return new WaitEntry(task, awaited, body, line, wants, keepsBack);
    }

    /** Returns node, worker and fiber as a text. */
    String name() {
        return task.node + "." + task.worker + "." + task.fiber;
    }

    int node() {
        return task.node;
    }

    public WaitKind kind() {
        return awaited.kind;
    }

    String what() {
        return awaited.what;
    }

    public long waitedNs() {
        return awaited.ns;
    }

    /** Returns whether it waits for other tasks only. */
    boolean waitsForOthers() {
        return awaited.kind != WaitKind.NOTHING && !awaited.hasDeadline;
    }

    void write(final DataOutputStream out) throws IOException {
        out.writeInt(task.node);
        out.writeInt(task.worker);
        out.writeInt(task.fiber);
        out.writeByte(awaited.kind.ordinal());
        text(out, awaited.what);
        out.writeLong(awaited.ns);
        out.writeBoolean(awaited.hasDeadline);
        out.writeLong(awaited.stamp);
        text(out, body);
        text(out, frame);
        texts(out, wants);
        texts(out, keepsBack);
    }

    static WaitEntry read(final DataInputStream in) throws IOException {
        return new WaitEntry(new Task(in.readInt(), in.readInt(), in.readInt()),
            new Wait(WaitKind.values()[in.readByte()], in.readUTF(), in.readLong(), in.readBoolean(), in.readLong()),
            in.readUTF(), in.readUTF(), texts(in), texts(in));
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
