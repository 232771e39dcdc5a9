package org.gmt4j.engine.function;

import org.gmt4j.NodeBound;

/** A node's own instances of the objects that travel as ids. Called by any thread that decodes a body. */
@FunctionalInterface
public interface NodeResolver {
    /**
     * This node's instance of a {@link NodeBound} object, or null if there is none (then the message is refused). An
     * exception thrown here, for example "array freed", reaches whoever decodes.
     */
    Object resolve(int kind, long id);
}
