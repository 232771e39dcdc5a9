package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/**
 * A visit to one entry of a map: runs at the owner of the key, to its end, and has the entry for itself. It may use
 * data of its node and issue non-blocking commands; its operations on containers of its own node are executed behind
 * it. It cannot wait, so that accesses which return a value are refused (GMT-214), wherever the key is at home. It
 * should be short, because it delays other operations on its part of the map.
 */
@Body
@FunctionalInterface
public interface EntryBody extends Serializable {
    /**
     * Runs the visit at the owner of the key.
     *
     * @param entry entry of the key, which may not exist; must not be kept
     * @param ctx   context for non-blocking commands; must not be kept
     */
    void visit(MapEntry entry, TaskContext ctx);
}
