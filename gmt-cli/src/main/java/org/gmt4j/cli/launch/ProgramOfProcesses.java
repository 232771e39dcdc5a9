package org.gmt4j.cli.launch;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.ClusterHandle;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.Invocation;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.BootstrapException;
import org.gmt4j.engine.publish.NodePublisher;
import org.gmt4j.engine.publish.NodeReport;

/**
 * A program's job of several processes, seen from one of them. Four all-gathers beside those of the nodes' own start
 * keep the processes together; in each the first byte says how a process comes to it.
 *
 * <pre>
 *   who is here?   CONNECTS, or how main has ended without connecting      all, before the nodes start
 *   close          CLOSES, or how node 0 has ended                         the others wait for it
 *   reports        CLOSES and the node's report, or how node 0 has ended   all, the nodes still running
 *   verdict        of node 0                                               the others wait for it, their nodes closed
 * </pre>
 */
final class ProgramOfProcesses implements ProgramJob {
    private static final byte CONNECTS = 100;
    private static final byte CLOSES = 101;
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofDays(365);
    private static final Duration REPORTS_WITHIN = Duration.ofSeconds(30);
    private static final Duration OTHERS_NOTICE_WITHIN = Duration.ofSeconds(2);
    private static final byte[] NOTHING = {};

    /** The side of a node process's session. */
    interface Surroundings {
        /** The nodes of this process run; they must be closed when the process ends. */
        void started(ClusterHandle handle);

        /** The process is about to end, although the program has not returned. */
        void ends();

        /** @return see {@link ProgramJob#isLost()} */
        boolean isLost() throws InterruptedException;
    }

    private final Invocation invocation;
    private final Bootstrap bootstrap;
    private final Surroundings surroundings;
    private final AtomicBoolean isEnded = new AtomicBoolean();
    private final int nodeId;
    private NodePublisher publisher;
    private volatile Stage stage = Stage.HERE;

    private enum Stage { HERE, STARTING, CLOSE, VERDICT }

    ProgramOfProcesses(final Invocation invocation, final Bootstrap bootstrap, final Surroundings surroundings) {
        this.invocation = invocation;
        this.bootstrap = bootstrap;
        this.surroundings = surroundings;
        nodeId = bootstrap.identity().nodeId();
    }

    @Override
    public ClusterHandle connect(final Class<?>[] programs) {
        final byte[][] here = bootstrap.allGather(new byte[] {CONNECTS}, AS_LONG_AS_IT_TAKES);
        stage = Stage.STARTING;
        refuseUnlessAllAreHere(here);
        final ClusterHandle handle = invocation.runner().startNode(invocation.settings(), invocation.plan(),
            invocation.context().environment().variable(ReservedVariables.AERON_DIR).orElse(""), bootstrap, programs);
        stage = Stage.CLOSE;
        surroundings.started(handle);
        publisher = Publication.start(handle, invocation, NodeSession.folder(invocation.context()));
        if (nodeId != 0) {
            leaveProgram(serve(handle));
        }
        return handle;
    }

    private void refuseUnlessAllAreHere(final byte[][] here) {
        final List<Integer> absent = IntStream.range(0, here.length).filter(node -> here[node][0] != CONNECTS)
            .boxed().toList();
        if (absent.isEmpty()) {
            return;
        }
        isEnded.set(true);
        bootstrap.leave();
        if (nodeId != 0) {
            leaveProgram(ExitCode.RUN_FAILED);          // node 0 says why
        }
        throw new GmtException("GMT-791",
            "the program has " + (here[absent.get(0)][0] == Verdict.FAILED.ordinal() ? "failed" : "ended")
            + " on node " + absent.get(0) + " before GmtCluster.connect(), which node 0 has called. "
            + "Connect on all nodes: the code before connect() must not depend on the node.");
    }

    private void leaveProgram(final int code) {
        surroundings.ends();
        ProgramMain.end(code);
    }

    /** The life of the other nodes. @return exit code */
    private int serve(final ClusterHandle handle) {
        byte[][] closing = gather(CLOSES, NOTHING, AS_LONG_AS_IT_TAKES);
        if (closing[0][0] == CLOSES) {
            // only now: counts from before this node had worked say nothing
            closing = gather(CLOSES, handle.reports().get(0).encode(), AS_LONG_AS_IT_TAKES);
        }
        final byte[][] verdict;
        if (closing[0][0] == CLOSES) {
            publisher.close();
            handle.close();
            verdict = gather((byte) Verdict.DONE.ordinal(), NOTHING, AS_LONG_AS_IT_TAKES);
        } else {
            verdict = closing;
            publisher.close();
        }
        isEnded.set(true);
        bootstrap.leave();
        InProcessSession.BoundedClose.close(handle);
        return verdict[0][0] == Verdict.FAILED.ordinal()
            || verdict[0][0] == Verdict.ALONE.ordinal() ? ExitCode.RUN_FAILED : ExitCode.OK;
    }

    @Override
    public List<NodeReport> close(final ClusterHandle handle) {
        final List<NodeReport> reports = new ArrayList<>();
        stage = Stage.VERDICT;
        gather(CLOSES, NOTHING, REPORTS_WITHIN);
        for (final byte[] report : gather(CLOSES, handle.reports().get(0).encode(), REPORTS_WITHIN)) {
            reports.add(NodeReport.decode(Arrays.copyOfRange(report, 1, report.length)));
        }
        publisher.close();
        handle.close();
        return reports;
    }

    private byte[][] gather(final byte state, final byte[] report, final Duration limit) {
        final ByteArrayOutputStream mine = new ByteArrayOutputStream();
        mine.write(state);
        mine.writeBytes(report);
        return bootstrap.allGather(mine.toByteArray(), limit);
    }

    /** On another node than 0 only before it has connected: afterwards it is node 0 that ends the job. */
    @Override
    public boolean end(final Verdict verdict, final String why) {
        if (!isEnded.compareAndSet(false, true)) {
            return false;
        }
        if (stage == Stage.STARTING) {
            bootstrap.reportFailure(why);
            return false;
        }
        if (nodeId != 0 && stage != Stage.HERE) {
            return false;
        }
        boolean isSaid = false;
        try {
            final boolean waits = nodeId != 0 && verdict == Verdict.ALONE;
            final byte[][] all = gather((byte) verdict.ordinal(), NOTHING,
                waits ? AS_LONG_AS_IT_TAKES : stage == Stage.HERE || verdict == Verdict.EXITED ? OTHERS_NOTICE_WITHIN
                    : REPORTS_WITHIN);
            isSaid = nodeId != 0 && (verdict == Verdict.ALONE || all[0][0] == verdict.ordinal());
        } catch (final BootstrapException e) {
            bootstrap.reportFailure(why);
        }
        bootstrap.leave();
        return isSaid;
    }

    @Override
    public boolean isFirst() {
        return nodeId == 0;
    }

    @Override
    public boolean isLost() throws InterruptedException {
        return surroundings.isLost();
    }
}
