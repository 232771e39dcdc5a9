package org.gmt4j.engine.bootstrap;

import java.util.List;

class InProcessBootstrapTest extends BootstrapContractTest {

    @Override
    List<Bootstrap> join(final int nodeCount) {
        return InProcessBootstrap.group(nodeCount);
    }
}
