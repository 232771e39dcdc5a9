package org.gmt4j;

/**
 * The failure of a task as it travels: node, class, message and stack as text, because classes may differ between
 * nodes, and the exception itself as far as it can be made again. Stands in for that exception where it cannot. Made by
 * the runtime. Immutable; any thread.
 */
public final class RemoteFailure extends RuntimeException {
    private static final long serialVersionUID = 2L;
    private final int nodeId;
    private final String className;
    private final String remoteMessage;
    private final String remoteStack;
    /** Of its own class; or this. */
    private final transient Throwable thrown;

    /**
     * Made by the runtime.
     *
     * @param thrown of its own class, or null when it cannot be made here
     */
    public RemoteFailure(final int nodeId, final String className, final String message, final String stack,
                         final Throwable thrown) {
        super("node " + nodeId + ": " + className + ": " + message, null, false, true);
        this.nodeId = nodeId;
        this.className = className;
        this.remoteMessage = message;
        this.remoteStack = stack;
        this.thrown = thrown == null ? this : thrown;
    }

    /** The node where it was thrown. */
    public int nodeId() {
        return nodeId;
    }

    /** Name of the exception's class on its node. */
    public String className() {
        return className;
    }

    /** The message there. */
    public String remoteMessage() {
        return remoteMessage;
    }

    /** The stack there, as text. */
    public String remoteStack() {
        return remoteStack;
    }

    /**
     * The exception that a body has thrown, of its own class, with the stack of its node; where that class is not known
     * here, this.
     */
    public Throwable thrown() {
        return thrown == null ? this : thrown;
    }
}
