package org.gmt4j.engine.travel;

/** A body of the runtime that calls one of the user's. Per task. */
public interface WrappedBody {
    /** Returns the wrapped body: the user's, or another wrapper. */
    Object inner();

    /** Returns the user's body, for reports and for checks of instrumentation. */
    static Object innermost(final Object body) {
        Object user = body;
        while (user instanceof WrappedBody wrapped) {
            user = wrapped.inner();
        }
        return user;
    }
}
