package org.gmt4j.cli.launch;

import java.util.List;
import java.util.function.Consumer;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.ClusterHandle;
import org.gmt4j.cli.Invocation;
import org.gmt4j.engine.publish.NodePublisher;
import org.gmt4j.engine.publish.NodeReport;

/** A program's job with all nodes in this process. */
final class ProgramInOneProcess implements ProgramJob {
    private final Invocation invocation;
    private final Consumer<ClusterHandle> started;
    private NodePublisher publisher;

    /** @param started hears of the nodes, which must be closed when the process ends */
    ProgramInOneProcess(final Invocation invocation, final Consumer<ClusterHandle> started) {
        this.invocation = invocation;
        this.started = started;
    }

    @Override
    public ClusterHandle connect(final Class<?>[] programs) {
        final ClusterHandle handle = invocation.runner().startInProcess(invocation.settings(), invocation.plan(),
            invocation.context().environment().variable(ReservedVariables.AERON_DIR).orElse(""), programs);
        started.accept(handle);
        publisher = Publication.start(handle, invocation, NodeSession.folder(invocation.context()));
        return handle;
    }

    @Override
    public List<NodeReport> close(final ClusterHandle handle) {
        final List<NodeReport> reports = handle.reports();
        publisher.close();
        handle.close();
        return reports;
    }

    @Override
    public boolean end(final Verdict verdict, final String why) {
        return false;                   // there is nobody else
    }

    @Override
    public boolean isFirst() {
        return true;
    }

    @Override
    public boolean isLost() {
        return false;
    }
}
