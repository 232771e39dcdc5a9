package org.gmt4j.runtime.task;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The failure of a task as it travels: node, class, message and stack as text, because classes may differ between nodes, and the exception
 * itself as far as it can be made again. Stands in for that exception where it cannot. Immutable; any thread.
 *
 * <pre>
 * i32 node; class, message, serialised exception: each i32 length, bytes; the rest: stack as text
 * </pre>
 */
public final class RemoteFailure extends RuntimeException {
    private static final long serialVersionUID = 2L;
    private static final int NODE_AND_LENGTHS = 4 * Integer.BYTES;
    private final int nodeId;
    private final String className;
    private final String remoteMessage;
    private final String remoteStack;
    /** Of its own class; or this. */
    private final transient Throwable thrown;

    /** @param thrown of its own class, or null when it cannot be made here */
    private RemoteFailure(final int nodeId, final String className, final String message, final String stack, final Throwable thrown) {
        super("node " + nodeId + ": " + className + ": " + message, null, false, true);
        this.nodeId = nodeId;
        this.className = className;
        this.remoteMessage = message;
        this.remoteStack = stack;
        this.thrown = thrown == null ? this : thrown;
    }

    static RemoteFailure of(final int nodeId, final Throwable cause) {
        if (cause instanceof ParForException failed) {
            return failed.first();
        }
        if (cause instanceof RemoteFailure known) {
            return known;
        }
        final StringWriter stack = new StringWriter();
        cause.printStackTrace(new PrintWriter(stack));
        final String header = String.valueOf(cause);                   // travels by itself, and may be long
        final String text = stack.toString().startsWith(header) ? stack.toString().substring(header.length()) : stack.toString();
        final RemoteFailure failure = new RemoteFailure(nodeId, cause.getClass().getName(), String.valueOf(cause.getMessage()), text, cause);
        failure.setStackTrace(cause.getStackTrace());
        return failure;
    }

    public int nodeId() {
        return nodeId;
    }

    /** Name of the exception's class on its node. */
    public String className() {
        return className;
    }

    public String remoteMessage() {
        return remoteMessage;
    }

    public String remoteStack() {
        return remoteStack;
    }

    /** The exception that a body has thrown, of its own class, with the stack of its node; where that class is not known here, this. */
    public Throwable thrown() {
        return thrown == null ? this : thrown;
    }

    /** True when it only follows from another member's failure, which is the one to tell of. */
    boolean isConsequence() {
        return className.equals(CollectiveAbortedException.class.getName()) || className.equals(JobCancelledException.class.getName());
    }

    /** For those who hear of it elsewhere: one line, not endless. */
    String describeBriefly() {
        final String text = className + ": " + remoteMessage;
        return text.length() <= 300 ? text : text.substring(0, 300) + "...";
    }

    String describe() {
        return className + " on node " + nodeId + ": " + remoteMessage;
    }

    // --- as bytes ---

    /** At most {@code limit} bytes: the end of the stack is what gets cut first, and what leaves no room is left out. */
    byte[] encode(final int limit) {
        final byte[] name = cut(className, limit / 4);
        final byte[] message = cut(remoteMessage, limit / 4);
        final byte[] stack = remoteStack.getBytes(StandardCharsets.UTF_8);
        final byte[] serialised = ThrownCodec.encode(thrown(), limit / 3);
        final int fixed = NODE_AND_LENGTHS + name.length + message.length + serialised.length;
        final int stackLength = Math.max(0, Math.min(stack.length, limit - fixed));
        final ByteBuffer out = ByteBuffer.allocate(fixed + stackLength).putInt(nodeId);
        for (final byte[] part : List.of(name, message, serialised)) {
            out.putInt(part.length).put(part);
        }
        return out.put(stack, 0, stackLength).array();
    }

    private static byte[] cut(final String text, final int limit) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= limit ? bytes : Arrays.copyOf(bytes, limit);
    }

    /** Malformed bytes become a failure without much in it. */
    static RemoteFailure decode(final byte[] bytes) {
        final ByteBuffer in = ByteBuffer.wrap(bytes);
        final int nodeId = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        final String name = text(next(in), "?");
        final String message = text(next(in), "?");
        final byte[] serialised = next(in);
        final byte[] rest = new byte[in.remaining()];
        in.get(rest);
        final String stack = new String(rest, StandardCharsets.UTF_8);
        final Throwable thrown = ThrownCodec.decode(name, message, serialised == null ? new byte[0] : serialised);
        final RemoteFailure failure = new RemoteFailure(nodeId, name, message, stack, thrown);
        final List<StackTraceElement[]> stacks = StackText.parse(stack);
        Throwable at = failure.thrown();
        for (int i = 0; i < stacks.size() && at != null; i++, at = at.getCause()) {
            at.setStackTrace(stacks.get(i));
        }
        failure.setStackTrace(stacks.get(0));
        return failure;
    }

    /** Null when the bytes end before. */
    private static byte[] next(final ByteBuffer in) {
        final int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        if (length < 0 || length > in.remaining()) {
            return null;
        }
        final byte[] part = new byte[length];
        in.get(part);
        return part;
    }

    private static String text(final byte[] bytes, final String otherwise) {
        return bytes == null ? otherwise : new String(bytes, StandardCharsets.UTF_8);
    }
}
