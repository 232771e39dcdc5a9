package org.gmt4j.engine.travel;

import org.gmt4j.engine.function.CaptureSnapshot;
import org.gmt4j.engine.function.FunctionRegistry;

/**
 * The captured values of a body at its arrival, the user's body first, so that a variable of the user's is named.
 * Immutable, any lane; slow.
 */
final class CaptureWatch {
    private final Object body;
    private final CaptureSnapshot before;
    private final Object user;
    private final CaptureSnapshot usersBefore;
    private final int nodeId;

    CaptureWatch(final Object body, final FunctionRegistry registry, final int nodeId) {
        this.body = body;
        this.nodeId = nodeId;
        before = registry.snapshot(body);
        user = WrappedBody.innermost(body);
        usersBefore = user == body ? before : registry.snapshot(user);
    }

    /** @throws org.gmt4j.CaptureException GMT-702 naming the variable that has changed */
    void compare() {
        usersBefore.requireUnchanged(user, nodeId);
        if (user != body) {
            before.requireUnchanged(body, nodeId);
        }
    }
}
