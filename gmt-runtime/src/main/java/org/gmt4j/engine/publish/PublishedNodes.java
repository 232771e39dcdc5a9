package org.gmt4j.engine.publish;

import java.util.List;
import org.gmt4j.engine.hang.NodeWaits;

/** The nodes of this process as those see them who look from outside. Any thread. */
public interface PublishedNodes {

    /** @return memory and counters of the nodes in this process */
    List<NodeReport> reports();

    /** @return what the tasks of the nodes in this process wait for; bounded, never throws */
    default List<NodeWaits> waits() {
        return List.of();
    }
}
