package org.gmt4j.apps.trial;

import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.cli.ClusterHandle;
import org.gmt4j.engine.bootstrap.NodeFailure;
import org.gmt4j.engine.publish.NodeReport;

/** A cluster of a test for an application: the test closes it, and no node of it fails. */
public record GivenCluster(GmtCluster cluster, List<NodeReport> reports) implements ClusterHandle {
    @Override
    public <C> C as(final Class<C> type) {
        return type.cast(cluster);
    }

    @Override
    public void fail(final NodeFailure failure) {
        throw new AssertionError(failure);
    }

    @Override
    public void close() {
        // closed by the test
    }
}
