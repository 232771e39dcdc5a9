package org.gmt4j.engine.travel;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.CollectiveAbortedException;
import org.gmt4j.JobCancelledException;
import org.gmt4j.ParForException;
import org.gmt4j.RemoteFailure;

/**
 * Encodes failures of tasks as bytes, and decodes them. No state; any thread.
 *
 * <pre>
 * i32 node; class, message, serialised exception: each i32 length, bytes; the rest: stack as text
 * </pre>
 */
public final class FailureCodec {
    private static final int NODE_AND_LENGTHS = 4 * Integer.BYTES;

    private FailureCodec() {
    }

    public static RemoteFailure of(final int nodeId, final Throwable cause) {
        if (cause instanceof ParForException failed) {
            return failed.first();
        }
        if (cause instanceof RemoteFailure known) {
            return known;
        }
        try {
            return described(nodeId, cause);
        } catch (final Throwable own) {                                // its words are code of the program
            return speechless(nodeId, cause, own);
        }
    }

    private static RemoteFailure described(final int nodeId, final Throwable cause) {
        final StringWriter stack = new StringWriter();
        cause.printStackTrace(new PrintWriter(stack));
        final String header = "" + cause;                              // travels separately, and may be long
        final String text = stack.toString().startsWith(header) ? stack.toString().substring(header.length())
            : stack.toString();
        final RemoteFailure failure = new RemoteFailure(nodeId, cause.getClass().getName(),
            message(cause), text, cause);
        failure.setStackTrace(cause.getStackTrace());
        return failure;
    }

    /** Stands in for an exception that nobody could print. */
    private static RemoteFailure speechless(final int nodeId, final Throwable cause, final Throwable own) {
        final StackTraceElement[] frames = framesOf(cause);
        final StringBuilder text = new StringBuilder();
        for (final StackTraceElement frame : frames) {
            text.append("\n\tat ").append(frame);
        }
        final RemoteFailure failure = new RemoteFailure(nodeId, cause.getClass().getName(),
            "(its message cannot be had: getMessage() or toString() has thrown " + own.getClass().getName() + ")",
            text.toString(), null);
        failure.setStackTrace(frames);
        return failure;
    }

    private static StackTraceElement[] framesOf(final Throwable cause) {
        try {
            return cause.getStackTrace();
        } catch (final Throwable own) {
            return new StackTraceElement[0];
        }
    }

    /** Of an exception without words, such as that of an initialiser, those of its cause. */
    private static String message(final Throwable thrown) {
        return thrown.getMessage() == null && thrown.getCause() != null ? "caused by " + thrown.getCause()
            : String.valueOf(thrown.getMessage());
    }

    /** Returns whether a failure only follows from that of another member, which must be reported instead. */
    public static boolean isConsequence(final RemoteFailure failure) {
        final String className = failure.className();
        return className.equals(CollectiveAbortedException.class.getName())
            || className.equals(JobCancelledException.class.getName());
    }

    /** Returns one line of limited length, for reports on other nodes. */
    public static String describeBriefly(final RemoteFailure failure) {
        final String text = failure.className() + ": " + failure.remoteMessage();
        return text.length() <= 300 ? text : text.substring(0, 300) + "...";
    }

    // --- as bytes ---

    /**
     * Encodes a failure in at most {@code limit} bytes. The end of the stack is cut first; then parts without room are
     * left out.
     */
    public static byte[] encode(final RemoteFailure failure, final int limit) {
        final byte[] name = cut(failure.className(), limit / 4);
        final byte[] message = cut(failure.remoteMessage(), limit / 4);
        final byte[] stack = failure.remoteStack().getBytes(StandardCharsets.UTF_8);
        final byte[] serialised = ThrownCodec.encode(failure.thrown(), limit / 3);
        final int fixed = NODE_AND_LENGTHS + name.length + message.length + serialised.length;
        final int stackLength = Math.max(0, Math.min(stack.length, limit - fixed));
        final ByteBuffer out = ByteBuffer.allocate(fixed + stackLength).putInt(failure.nodeId());
        for (final byte[] part : List.of(name, message, serialised)) {
            out.putInt(part.length).put(part);
        }
        return out.put(stack, 0, stackLength).array();
    }

    private static byte[] cut(final String text, final int limit) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= limit ? bytes : Arrays.copyOf(bytes, limit);
    }

    /** Decodes a failure. Malformed bytes become a failure with little content. */
    public static RemoteFailure decode(final byte[] bytes) {
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
        giveStacks(failure.thrown(), stacks);
        failure.setStackTrace(stacks.get(0));
        return failure;
    }

    private static void giveStacks(final Throwable thrown, final List<StackTraceElement[]> stacks) {
        try {
            Throwable at = thrown;
            for (int i = 0; i < stacks.size() && at != null; i++, at = at.getCause()) {
                at.setStackTrace(stacks.get(i));
            }
        } catch (final Throwable own) {                                // both are code of the program
            return;
        }
    }

    /** Returns the next part; null at the end of the bytes. */
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
