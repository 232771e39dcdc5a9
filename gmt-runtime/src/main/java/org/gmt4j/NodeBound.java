package org.gmt4j;

import org.gmt4j.engine.function.NodeResolver;

/**
 * An object that every node has its own instance of: a global array, a visitor, a node-local. It travels as (kind, id),
 * and the receiving node puts its own instance in its place (see {@link NodeResolver}).
 */
public interface NodeBound {
    /** Which table of the node holds this object, 0 to 255. */
    int boundKind();

    /** The object's id in that table, the same on all nodes. */
    long boundId();
}
