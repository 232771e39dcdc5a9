package org.gmt4j.runtime.task;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** The failure of a task as it travels: node, class, message and stack as text, because classes may differ between nodes. */
public final class RemoteFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String SEPARATOR = "\u0000";
    private final int nodeId;
    private final String className;
    private final String remoteMessage;
    private final String remoteStack;

    private RemoteFailure(final int nodeId, final String className, final String message, final String stack) {
        super("node " + nodeId + ": " + className + ": " + message + "\n--- stack on node " + nodeId + " ---\n" + stack,
            null, false, false);
        this.nodeId = nodeId;
        this.className = className;
        this.remoteMessage = message;
        this.remoteStack = stack;
    }

    static RemoteFailure of(final int nodeId, final Throwable cause) {
        if (cause instanceof ParForException) {
            return ((ParForException) cause).first();
        }
        final StringWriter stack = new StringWriter();
        cause.printStackTrace(new PrintWriter(stack));
        return new RemoteFailure(nodeId, cause.getClass().getName(), String.valueOf(cause.getMessage()), stack.toString());
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

    /** True when it only follows from another member's failure, which is the one to tell of. */
    boolean isConsequence() {
        return className.equals(CollectiveAbortedException.class.getName());
    }

    /** For those who hear of it elsewhere: one line, not endless. */
    String describeBriefly() {
        final String text = className + ": " + remoteMessage;
        return text.length() <= 300 ? text : text.substring(0, 300) + "...";
    }

    String describe() {
        return className + " on node " + nodeId + ": " + remoteMessage;
    }

    /** At most {@code limit} bytes: the end of the stack is what gets cut. */
    byte[] encode(final int limit) {
        final String text = nodeId + SEPARATOR + className + SEPARATOR + remoteMessage.replace('\0', ' ') + SEPARATOR + remoteStack;
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= limit ? bytes : java.util.Arrays.copyOf(bytes, limit);
    }

    static RemoteFailure decode(final byte[] bytes) {
        final String[] parts = new String(bytes, StandardCharsets.UTF_8).split(SEPARATOR, 4);
        return new RemoteFailure(nodeId(parts[0]), parts.length > 1 ? parts[1] : "?", parts.length > 2 ? parts[2] : "?",
            parts.length > 3 ? parts[3] : "");
    }

    /** Of a truncated or malformed text: -1. */
    private static int nodeId(final String text) {
        try {
            return Integer.parseInt(text);
        } catch (final NumberFormatException e) {
            return -1;
        }
    }
}
