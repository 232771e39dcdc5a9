package org.gmt4j;

import org.gmt4j.engine.combining.ContainerCombining;
import org.gmt4j.engine.container.EntrySender;
import org.gmt4j.engine.container.EntryStore;
import org.gmt4j.engine.container.StoreTable;

/**
 * What a container is made of at one node.
 *
 * @param number     which container it is, the same on all nodes: another one may have had its id
 * @param gatherFrom length of the part in bytes from which the node's own operations are gathered
 * @param combining  null where merges are not combined
 */
record ContainerPart(long number, ContainerSpec spec, ContainerKind kind, int nodeId, int nodeCount, EntryStore store,
                     StoreTable table, EntrySender sender, ContainerCombining combining, long gatherFrom) {
    /** Returns what messages call the container. */
    String label() {
        return kind.label(number, spec);
    }
}
