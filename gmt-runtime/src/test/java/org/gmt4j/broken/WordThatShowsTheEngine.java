package org.gmt4j.broken;

import java.util.List;
import org.gmt4j.engine.node.Node;

/** Shows the engine to programs on purpose: shows that the rule bites. */
public interface WordThatShowsTheEngine {
    List<Node> nodes();
}
