package org.gmt4j;

import org.gmt4j.engine.function.NodeResolver;

/**
 * An object with one instance on every node: a global array, a visitor, a node-local. It travels as (kind, id), and the
 * receiving node replaces it by its own instance (see {@link NodeResolver}).
 */
public interface NodeBound {
    /** Returns the id of the node's table that holds this object, 0 to 255. */
    int boundKind();

    /** Returns the object's id in that table, the same on all nodes. */
    long boundId();

    /** Returns whether this node knows that the object still exists; false where it keeps no account of that. */
    default boolean isAlive() {
        return false;
    }

    /** Returns the object that arrives: this one, but for objects that stand for another. */
    default NodeBound boundObject() {
        return this;
    }
}
