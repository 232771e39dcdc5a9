package org.gmt4j.cli.launch;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.ClusterHandle;
import org.gmt4j.cli.ErrorReport;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.Signals;
import org.gmt4j.cli.profile.ProfileSession;
import org.gmt4j.cli.program.ProgramApp;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.BootstrapConfig;
import org.gmt4j.engine.bootstrap.NodeFailure;
import org.gmt4j.engine.bootstrap.SeedAddress;
import org.gmt4j.engine.publish.JobDirectory;
import org.gmt4j.engine.publish.NodePublisher;
import org.gmt4j.engine.publish.NodeReport;

/**
 * The life of one node process.
 *
 * <pre>
 *   join ──► start node ──► node 0: run the app ──┐
 *                           others: wait ─────────┴─ all-gather "done" ──► all-gather reports ──► close ──► leave
 *   another node or the seed fails, at any point ──► say so ──► exit 1 within {@value #END_WITHIN_MS} ms
 * </pre>
 */
public final class NodeSession {

    private static final long END_WITHIN_MS = 3_000;
    /** If all nodes are ended at once, this one ends too before it complains about the others. */
    private static final long QUIET_MS = 150;
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofDays(365);
    private static final Duration REPORTS_WITHIN = Duration.ofSeconds(30);
    private static final int TERMINATED = 128 + 15;
    private static final byte[] DONE = {0};
    private static final byte[] FAILED = {1};

    private final Invocation invocation;
    private final CliContext context;
    private final AtomicReference<ClusterHandle> cluster = new AtomicReference<>();
    private volatile ProfileSession profile;     // the session's thread writes; signal and failure threads read
    private volatile ProgramSession program;     // as above; null unless somebody's program is run
    private final AtomicReference<Bootstrap> meeting = new AtomicReference<>();
    private final AtomicBoolean isFailureSeen = new AtomicBoolean();
    private final CountDownLatch isFailureSaid = new CountDownLatch(1);

    private NodeSession(final Invocation invocation) {
        this.invocation = invocation;
        this.context = invocation.context();
    }

    /** @return the exit code */
    public static int run(final Invocation invocation, final SeedAddress seed) throws Exception {
        return new NodeSession(invocation).run(seed);
    }

    private int run(final SeedAddress seed) throws Exception {
        leaveInterruptsToLauncher();
        final boolean isProgram = invocation.app() instanceof ProgramApp;
        try (InProcessSession.TerminationHook hook = isProgram
                 ? InProcessSession.TerminationHook.ofProgram(() -> cleanUp(seed.nodeId()))
                 : new InProcessSession.TerminationHook(() -> cleanUp(seed.nodeId()), TERMINATED);
             Bootstrap bootstrap = seed.join(invocation.settings().load(BootstrapConfig.class))) {
            meeting.set(bootstrap);
            bootstrap.onFailure(this::lost);
            try {
                profile = ProfileSession.ofNode(invocation, seed.nodeId());
                return isProgram ? runProgram(bootstrap) : run(bootstrap);
            } catch (final Exception | Error e) {
                if (isFailureSeen.get()) {
                    isFailureSaid.await();
                    return ExitCode.RUN_FAILED;
                }
                bootstrap.reportFailure(ErrorReport.message(e, true));
                throw e;
            } finally {
                closeProfile(seed.nodeId());
            }
        }
    }

    private int runProgram(final Bootstrap bootstrap) throws InterruptedException {
        program = new ProgramSession(invocation,
            new ProgramOfProcesses(invocation, bootstrap, new ProgramOfProcesses.Surroundings() {
            @Override
            public void started(final ClusterHandle handle) {
                cluster.set(handle);
            }

            @Override
            public void ends() {
                closeProfile(bootstrap.identity().nodeId());
            }

            @Override
            public boolean isLost() throws InterruptedException {
                if (isFailureSeen.get()) {
                    isFailureSaid.await();
                }
                return isFailureSeen.get();
            }
        }), profile);
        try {
            return program.run();
        } finally {
            InProcessSession.BoundedClose.close(cluster.get());
        }
    }

    /** The process is asked to end, or its program ends it. */
    private void cleanUp(final int nodeId) {
        if (program != null) {
            program.exiting();
        }
        ProgramMain.exitCaller().ifPresent(line -> sayThatProgramExits(nodeId, line));
        closeProfile(nodeId);       // first: the launcher does not wait for long
        InProcessSession.BoundedClose.close(cluster.get());
    }

    /** The others learn the node; their own words would name a process that has ended, and nothing more. */
    private void sayThatProgramExits(final int nodeId, final String line) {
        final String why = "a program called System.exit on node " + nodeId + ", at " + line;
        context.err().println("GMT-726 " + why + ". Programs return instead. The job ends.");
        context.err().flush();
        final Bootstrap bootstrap = meeting.get();
        if (bootstrap != null) {
            bootstrap.reportFailure(why);
        }
    }

    private void closeProfile(final int nodeId) {
        if (profile == null) {
            return;
        }
        if (nodeId == 0) {
            profile.closeAfterFailure();
        } else {
            profile.close();
        }
    }

    private int run(final Bootstrap bootstrap) throws Exception {
        final ClusterHandle handle = invocation.runner().startNode(invocation.settings(), invocation.plan(),
            context.environment().variable(ReservedVariables.AERON_DIR).orElse(""), bootstrap,
            invocation.app().registeredClasses());
        cluster.set(handle);
        try (NodePublisher publisher = Publication.start(handle, invocation, folder(context))) {
            return bootstrap.identity().nodeId() == 0 ? lead(bootstrap, handle) : follow(bootstrap, handle);
        } finally {
            InProcessSession.BoundedClose.close(handle);
        }
    }

    private int lead(final Bootstrap bootstrap, final ClusterHandle handle) throws Exception {
        final AppRun run = invocation.on(handle);
        try {
            invocation.app().run(run);
            run.progress().clear();
        } catch (final Exception | Error e) {
            run.progress().clear();
            if (!isFailureSeen.get()) {
                bootstrap.allGather(FAILED, REPORTS_WITHIN);
                bootstrap.leave();
            }
            throw e;
        }
        bootstrap.allGather(DONE, REPORTS_WITHIN);
        final List<NodeReport> reports = gatherReports(bootstrap, handle);
        profile.finish(run.result(), reports);
        final int code = ResultOutput.write(run.result().build(reports), invocation.options(), context);
        bootstrap.leave();
        return code;
    }

    private int follow(final Bootstrap bootstrap, final ClusterHandle handle) {
        final byte[][] verdict = bootstrap.allGather(DONE, AS_LONG_AS_IT_TAKES);
        if (verdict[0][0] == FAILED[0]) {
            bootstrap.leave();
            return ExitCode.RUN_FAILED;
        }
        gatherReports(bootstrap, handle);
        bootstrap.leave();
        return ExitCode.OK;
    }

    private static List<NodeReport> gatherReports(final Bootstrap bootstrap, final ClusterHandle handle) {
        final List<NodeReport> reports = new ArrayList<>();
        for (final byte[] report : bootstrap.allGather(handle.reports().get(0).encode(), REPORTS_WITHIN)) {
            reports.add(NodeReport.decode(report));
        }
        return reports;
    }

    /**
     * Another node or the seed is gone: this job is over, and this process ends soon, whatever its threads are doing.
     */
    private void lost(final NodeFailure failure) {
        if (!isFailureSeen.compareAndSet(false, true)) {
            return;
        }
        final Thread end = new Thread(() -> end(failure), "gmt-end");
        end.setDaemon(true);
        end.start();
    }

    private void end(final NodeFailure failure) {
        pause(QUIET_MS);
        final PrintStream err = context.err();
        err.println(failure.message() + " The job ends.");
        err.flush();
        if (failure.nodeId() == NodeFailure.SEED && isLocal()) {
            removeWhatLauncherLeft();
        }
        isFailureSaid.countDown();
        final ClusterHandle handle = cluster.get();
        if (handle != null) {
            handle.fail(failure);
        }
        if (profile != null) {
            profile.close();
        }
        pause(END_WITHIN_MS);
        Runtime.getRuntime().halt(ExitCode.RUN_FAILED);
    }

    private boolean isLocal() {
        return context.environment().variable(ReservedVariables.LAUNCH).orElse("").equals(JobLauncher.LOCAL);
    }

    /** The launcher was killed: its folder would stay until the next job. */
    private void removeWhatLauncherLeft() {
        folder(context).ifPresent(JobDirectory::remove);
    }

    /** The folder that the launcher has made for the job, if this process knows one. */
    static Optional<Path> folder(final CliContext context) {
        return context.environment().variable(ReservedVariables.AERON_DIR).map(Path::of).flatMap(JobDirectory::around);
    }

    /** Ctrl-C reaches every process of the terminal at once; the launcher decides on its meaning. */
    private static void leaveInterruptsToLauncher() {
        Signals.handle("INT", () -> { });
    }

    private static void pause(final long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
