/**
 * Containers of one node: hash tables and bags in the node's memory, and what commands do to their entries. Floor R1:
 * no tasks, no fibers; who owns a key, and how operations travel, is decided above.
 *
 * <p>Read {@link org.gmt4j.engine.container.EntryStore}, then {@link org.gmt4j.engine.container.LongShard}, and
 * {@link org.gmt4j.engine.container.StoreTable}, which names the stores of a node.
 */
package org.gmt4j.engine.container;
