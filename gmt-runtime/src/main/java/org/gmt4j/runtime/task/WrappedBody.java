package org.gmt4j.runtime.task;

/** A body of the runtime that calls one of the user's. Per task. */
interface WrappedBody {
    /** Class of the user's body: the one to name, and to look at for instrumentation. */
    Class<?> bodyClass();

    /** Class of the body, or of the user's in it. */
    static Class<?> of(final Object body) {
        return body instanceof WrappedBody ? ((WrappedBody) body).bodyClass() : body.getClass();
    }
}
