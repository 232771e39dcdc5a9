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
 * i32 node; class, message, serialised exception, cause: each i32 length, bytes; the rest: stack as text
 * </pre>
 *
 * <p>The cause is a failure in the same form, for an exception that cannot be serialised; empty otherwise.
 */
public final class FailureCodec {
    private static final int NODE_AND_LENGTHS = 5 * Integer.BYTES;
    /** Length of the longest failure, near enough: its parts have a quarter or a third each. */
    private static final int MAX_BYTES = 1 << 18;
    private static final int MAX_CAUSES = 8;
    private static final int LEAST_CAUSE = 64;
    private static final byte[] NOTHING = new byte[0];
    /** Replaces a cause without room: decoded as a failure of which nothing is known. */
    private static final byte[] UNKNOWN = new byte[1];
    private static final String CUT = " [cut]";

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
        return encode(failure, limit, limit, MAX_CAUSES);
    }

    /**
     * Encodes a failure in {@code limit} bytes where its message and the exception fit, and in some hundred thousand
     * otherwise: only the stack is cut for the limit.
     */
    public static byte[] encodeWhole(final RemoteFailure failure, final int limit) {
        return encode(failure, limit, Math.max(limit, MAX_BYTES), MAX_CAUSES);
    }

    /** @param most length for everything but the stack */
    private static byte[] encode(final RemoteFailure failure, final int limit, final int most, final int causes) {
        final byte[] name = cut(failure.className(), most / 4);
        final byte[] message = cut(failure.remoteMessage(), most / 4);
        final byte[] serialised = ThrownCodec.encode(failure.thrown(), most / 3);
        final byte[] cause = serialised.length > 0 ? NOTHING : cause(failure, most / 3, causes);
        final byte[] stack = failure.remoteStack().getBytes(StandardCharsets.UTF_8);
        final int fixed = NODE_AND_LENGTHS + name.length + message.length + serialised.length + cause.length;
        final int room = most > limit ? Math.max(limit - fixed, limit / 2) : limit - fixed;
        final int stackLength = Math.max(0, Math.min(stack.length, room));
        final ByteBuffer out = ByteBuffer.allocate(fixed + stackLength).putInt(failure.nodeId());
        for (final byte[] part : List.of(name, message, serialised, cause)) {
            out.putInt(part.length).put(part);
        }
        return out.put(stack, 0, stackLength).array();
    }

    private static byte[] cause(final RemoteFailure failure, final int limit, final int causes) {
        final Throwable cause = causeOf(failure.thrown());
        if (cause == null) {
            return NOTHING;
        }
        return causes == 0 || limit < LEAST_CAUSE ? UNKNOWN
            : encode(of(failure.nodeId(), cause), limit, limit, causes - 1);
    }

    private static Throwable causeOf(final Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (final Throwable own) {                                // code of the program
            return own;
        }
    }

    private static byte[] cut(final String text, final int limit) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= limit) {
            return bytes;
        }
        final byte[] end = CUT.getBytes(StandardCharsets.UTF_8);
        final byte[] begin = Arrays.copyOf(bytes, limit);
        System.arraycopy(end, 0, begin, Math.max(0, limit - end.length), Math.min(limit, end.length));
        return begin;
    }

    /** Decodes a failure. Malformed bytes become a failure with little content. */
    public static RemoteFailure decode(final byte[] bytes) {
        return decode(bytes, MAX_CAUSES);
    }

    private static RemoteFailure decode(final byte[] bytes, final int causes) {
        final ByteBuffer in = ByteBuffer.wrap(bytes);
        final int nodeId = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        final String name = text(next(in), "?");
        final String message = text(next(in), "?");
        final byte[] serialised = next(in);
        final byte[] cause = next(in);
        final byte[] rest = new byte[in.remaining()];
        in.get(rest);
        final String stack = new String(rest, StandardCharsets.UTF_8);
        final Throwable thrown = ThrownCodec.decode(name, message, serialised == null ? NOTHING : serialised,
            cause == null || cause.length == 0 || causes == 0 ? null : decode(cause, causes - 1).thrown());
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
