package org.gmt4j.engine.function;

import org.gmt4j.NodeBound;

/** A node's own instances of the objects that travel as ids. Called by any thread that decodes a body. */
@FunctionalInterface
public interface NodeResolver {
    /**
     * Returns this node's instance of a {@link NodeBound} object, or null if there is none; the message is then
     * refused. The caller of the decoder gets exceptions thrown here, for example "array freed".
     */
    Object resolve(int kind, long id);
}
