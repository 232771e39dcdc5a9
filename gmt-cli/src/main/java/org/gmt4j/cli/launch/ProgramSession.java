package org.gmt4j.cli.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.ClusterHandle;
import org.gmt4j.cli.ErrorReport;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.profile.ProfileSession;
import org.gmt4j.cli.program.ProgramApp;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.ResultWriter;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.engine.cluster.ExitWatch;
import org.gmt4j.engine.cluster.JobHost;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.publish.NodeReport;

/**
 * The life of somebody's program in a process that the launcher has started for it: runs its main method, is the host
 * that its {@code connect()} and its results meet, and ends the job with it. The main thread runs the program;
 * connecting and results by any thread.
 *
 * <pre>
 *   main ──► connect() ──► OPEN ──► close() ──► CLOSED ──► main returns ──► result written, job DONE,
 *     │                      │                                                exit 0 (3 not verified)
 *     │                      └── main throws, or returns without close() ──► closed here ──► FAILED, 1, or DONE
 *     ├──► returns without connect() ──► GMT-786, 1
 *     └──► System.exit(n), at any time ──► result written if CLOSED ──► n
 * </pre>
 *
 * <p>The program's standard output is its own and stays there, unless the result goes there as JSON or
 * CSV: then it goes to standard error. The result as text goes to standard error.
 */
final class ProgramSession implements JobHost {

    private enum State { BEFORE, OPEN, CLOSING, CLOSED, OVER }

    private final Invocation invocation;
    private final CliContext context;
    private final ProgramApp app;
    private final ProgramJob job;
    private final ProfileSession profile;
    private final RunResult.Builder result;
    private final Map<String, Object> values = new LinkedHashMap<>();              // guarded by result
    private boolean hasSeconds;                                                     // guarded by result
    private final AtomicReference<State> state = new AtomicReference<>(State.BEFORE);
    private volatile ClusterHandle handle;          // the connecting thread writes, the main thread and hooks read
    private volatile List<NodeReport> reports = List.of();
    private volatile RuntimeException closeFailure;      // as the handle; null where closing went well
    private volatile long connectedNs;

    ProgramSession(final Invocation invocation, final ProgramJob job, final ProfileSession profile) {
        this.invocation = invocation;
        this.context = invocation.context();
        this.app = (ProgramApp) invocation.app();
        this.job = job;
        this.profile = profile;
        result = invocation.newResult();
    }

    /** Runs the program. @return the exit code */
    int run() throws InterruptedException {
        if (invocation.options().format() != ResultWriter.Format.TEXT && invocation.options().output().isEmpty()) {
            System.setOut(System.err);
        }
        JobHost.install(this);
        try {
            ProgramMain.call(app.mainClass(), app.arguments(invocation.plan().nodes()));
            return returned();
        } catch (final Throwable e) {           // a main method may throw any
            return failed(e);
        }
    }

    private int returned() throws IOException, InterruptedException {
        if (state.get() == State.BEFORE) {
            state.set(State.OVER);
            if (job.isFirst()) {
                context.err().println(alone());
            }
            job.end(ProgramJob.Verdict.ALONE, "its program has ended without GmtCluster.connect()");
            return ExitCode.RUN_FAILED;
        }
        close();
        if (closeFailure != null) {
            return failed(closeFailure);
        }
        state.set(State.OVER);
        final int code = writeResult();
        job.end(ProgramJob.Verdict.DONE, "");
        return code;
    }

    private String alone() {
        final boolean once = invocation.plan().inProcess() || invocation.plan().nodes() == 1;
        return "GMT-786 " + app.mainClass() + " has ended without GmtCluster.connect(), so there was "
            + "no job: it has run " + (once ? "by itself" : invocation.plan().nodes() + " times, each time by itself")
            + ". Write connect() instead of local(n), or start it with java -cp.";
    }

    private int failed(final Throwable failure) throws InterruptedException {
        state.set(State.OVER);
        if (job.isLost()) {
            return ExitCode.RUN_FAILED;
        }
        final boolean isFirst = job.isFirst();
        if (isFirst) {
            ProgramFailure.print(failure, app.mainClass(), invocation.options().debug(), context.err());
        }
        final boolean isSaid = job.end(ProgramJob.Verdict.FAILED, "its program failed: " + ErrorReport.words(failure));
        if (!isFirst && !isSaid) {
            ProgramFailure.print(failure, app.mainClass(), invocation.options().debug(), context.err());
        }
        return ExitCode.RUN_FAILED;
    }

    /** The program has called {@code System.exit}, or the process is asked to end: called by a shutdown hook. */
    void exiting() {
        if (ExitWatch.isExiting()) {
            StartNote.writeExit(context.environment());
        }
        final State before = state.getAndSet(State.OVER);
        if (before == State.CLOSED) {
            try {
                writeResult();
            } catch (final IOException | RuntimeException e) {
                context.err().println(String.valueOf(e.getMessage()));
            }
        }
        if (before != State.OVER) {
            job.end(before == State.CLOSED ? ProgramJob.Verdict.DONE : ProgramJob.Verdict.EXITED,
                "its program has called System.exit");
        }
    }

    // --- the program's host ---

    @Override
    public GmtCluster join(final Class<?>... programs) {
        if (!state.compareAndSet(State.BEFORE, State.OPEN)) {
            throw new GmtException("GMT-787", "GmtCluster.connect() is called a second time, "
                + "but a launched program has one job. Keep the first cluster,"
                + " and do everything in it.");
        }
        handle = job.connect(programs);
        connectedNs = System.nanoTime();
        return handle.as(NodeCluster.class).endedBy(this::close);
    }

    private void close() {
        if (!state.compareAndSet(State.OPEN, State.CLOSING)) {
            return;
        }
        synchronized (result) {
            if (!hasSeconds) {
                result.trial(Trial.of((System.nanoTime() - connectedNs) / 1e9));
                hasSeconds = true;
            }
        }
        try {
            reports = job.close(handle);
            state.compareAndSet(State.CLOSING, State.CLOSED);
        } catch (final RuntimeException e) {
            closeFailure = e;                   // the cluster's close() never throws: it counts when main has returned
        }
    }

    @Override
    public void value(final String name, final Object value) {
        refuseElsewhere();
        synchronized (result) {
            values.put(name, withAllDigits(value));
        }
    }

    /** A measured time has few digits, the value of a program may mean them all. */
    private static Object withAllDigits(final Object value) {
        return value instanceof Double number && Double.isFinite(number) ? BigDecimal.valueOf(number) : value;
    }

    @Override
    public void rate(final String name, final String unit, final double... samples) {
        refuseElsewhere();
        synchronized (result) {
            result.result(BenchResult.of(name).rate(unit, samples));
        }
    }

    @Override
    public void seconds(final double seconds) {
        refuseElsewhere();
        synchronized (result) {
            result.trial(Trial.of(seconds));
            hasSeconds = true;
        }
    }

    @Override
    public void verified(final boolean isRight) {
        refuseElsewhere();
        synchronized (result) {
            if (invocation.options().verify()) {
                result.verified(isRight);
            }
        }
    }

    private void refuseElsewhere() {
        if (!job.isFirst()) {
            throw new GmtException("GMT-792",
                "a result is reported on another node than 0, where nobody would read it. "
                + "Report it in the main method or the first task; bring it there by a reduction, "
                + "or as the result of a call.");
        }
    }

    private int writeResult() throws IOException {
        synchronized (result) {
            if (!values.isEmpty()) {
                result.section(RunResult.VALUES, new LinkedHashMap<>(values), values.entrySet().stream()
                    .map(entry -> " " + entry.getKey() + " " + entry.getValue() + "\n").collect(Collectors.joining()));
            }
            profile.finish(result, reports);
            final boolean isText = invocation.options().format() == ResultWriter.Format.TEXT;
            return ResultOutput.write(result.build(reports), invocation.options(), isText ? quiet() : context);
        }
    }

    /** Text is for people: standard output is the program's. */
    private CliContext quiet() {
        final PrintStream err = context.err();
        return new CliContext(context.role(), new CliContext.Console(err, err), context.environment(),
            context.folder(), context.machine(), context.apps(), context.contributions(),
            context.starters());
    }
}
