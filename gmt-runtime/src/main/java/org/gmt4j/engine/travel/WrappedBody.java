package org.gmt4j.engine.travel;

/** A body of the runtime that calls one of the user's. Per task. */
public interface WrappedBody {
    /** The body that is called: the user's, or one around it. */
    Object inner();

    /** The user's body: the one to name, and to look at for instrumentation. */
    static Object innermost(final Object body) {
        Object user = body;
        while (user instanceof WrappedBody wrapped) {
            user = wrapped.inner();
        }
        return user;
    }
}
