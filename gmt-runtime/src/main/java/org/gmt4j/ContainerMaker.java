package org.gmt4j;

import java.io.Serializable;
import org.gmt4j.quasar.Body;

/** Makes a node's handle of a container. */
@Body
@FunctionalInterface
interface ContainerMaker extends Serializable {
    /**
     * Makes the handle.
     *
     * @param part this node's part
     */
    GlobalContainer make(ContainerPart part);
}
