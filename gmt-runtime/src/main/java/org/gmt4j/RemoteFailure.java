package org.gmt4j;

/**
 * The failure of a task in the form in which it travels: node, class, message and stack as text, because classes may
 * differ between nodes, and the exception itself where it can be reconstructed. Stands in for that exception where it
 * cannot. Created by the runtime. Immutable; any thread.
 */
public final class RemoteFailure extends RuntimeException {
    private static final long serialVersionUID = 2L;
    private final int nodeId;
    private final String className;
    private final String remoteMessage;
    private final String remoteStack;
    /** The exception of its original class; or this. */
    private final transient Throwable thrown;

    /**
     * Creates a failure. For use by the runtime.
     *
     * @param thrown exception of its original class, or null when it cannot be reconstructed here
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

    /** Returns the id of the node that threw the exception. */
    public int nodeId() {
        return nodeId;
    }

    /** Returns the class name of the exception on its node. */
    public String className() {
        return className;
    }

    /** Returns the message of the exception. */
    public String remoteMessage() {
        return remoteMessage;
    }

    /** Returns the stack of the exception on its node, as text. */
    public String remoteStack() {
        return remoteStack;
    }

    /**
     * Returns the exception thrown by a body, of its original class and with the stack of its node; this object where
     * that class is unknown here.
     */
    public Throwable thrown() {
        return thrown == null ? this : thrown;
    }
}
