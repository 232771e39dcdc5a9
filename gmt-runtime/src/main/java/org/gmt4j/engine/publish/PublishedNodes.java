package org.gmt4j.engine.publish;

import java.util.List;
import org.gmt4j.engine.hang.NodeWaits;

/** The nodes of this process as seen from outside. Any thread. */
public interface PublishedNodes {

    /** @return memory and counters of the nodes in this process */
    List<NodeReport> reports();

    /** @return the waits of the tasks of the nodes in this process; bounded, never throws */
    default List<NodeWaits> waits() {
        return List.of();
    }
}
