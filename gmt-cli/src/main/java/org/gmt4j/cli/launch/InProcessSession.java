package org.gmt4j.cli.launch;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.ClusterHandle;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.profile.ProfileSession;
import org.gmt4j.cli.program.ProgramApp;
import org.gmt4j.engine.hang.HangReport;
import org.gmt4j.engine.publish.JobDirectory;
import org.gmt4j.engine.publish.NodePublisher;
import org.gmt4j.engine.publish.NodeReport;

/** A run with all nodes in this JVM. */
public final class InProcessSession {

    private InProcessSession() {
    }

    /** Runs in a process that the launcher has started: the folder is the launcher's. @return the exit code */
    public static int run(final Invocation invocation) throws Exception {
        return invocation.app() instanceof ProgramApp ? runProgram(invocation) : run(invocation, invocation.context()
            .environment().variable(ReservedVariables.AERON_DIR).map(Path::of).flatMap(JobDirectory::around),
            () -> { });
    }

    private static int runProgram(final Invocation invocation) throws Exception {
        final AtomicReference<ClusterHandle> cluster = new AtomicReference<>();
        final ProfileSession profile = ProfileSession.ofAll(invocation);
        final ProgramSession program = new ProgramSession(invocation, new ProgramInOneProcess(invocation, cluster::set),
            profile);
        try (TerminationHook hook = TerminationHook.ofProgram(() -> {
            program.exiting();
            profile.closeAfterFailure();
            BoundedClose.close(cluster.get());
        })) {
            return program.run();
        } finally {
            profile.closeAfterFailure();
            BoundedClose.close(cluster.get());
        }
    }

    /**
     * @param folder  of the job, if it has one
     * @param cleanUp further work when the process is asked to end
     * @return the exit code
     */
    static int run(final Invocation invocation, final Optional<Path> folder, final Runnable cleanUp) throws Exception {
        final AtomicReference<ClusterHandle> cluster = new AtomicReference<>();
        final ProfileSession profile = ProfileSession.ofAll(invocation);
        final Runnable end = () -> {
            ProgramMain.exitCaller().ifPresent(line -> invocation.context().err()
                .println("GMT-726 a program called System.exit, at " + line
                + ". Programs return instead. The job ends."));
            profile.closeAfterFailure();
            BoundedClose.close(cluster.get());
            cleanUp.run();
        };
        try (TerminationHook hook = new TerminationHook(end, ExitCode.INTERRUPTED)) {
            final ClusterHandle handle = invocation.runner().startInProcess(invocation.settings(), invocation.plan(),
                invocation.context().environment().variable(ReservedVariables.AERON_DIR).orElse(""),
                invocation.app().registeredClasses());
            cluster.set(handle);
            try (NodePublisher publisher = Publication.start(handle, invocation, folder);
                 RunLimit limit = limit(invocation, handle, end)) {
                final AppRun run = invocation.on(handle);
                invocation.app().run(run);
                run.progress().clear();
                final List<NodeReport> reports = handle.reports();
                profile.finish(run.result(), reports);
                return ResultOutput.write(run.result().build(reports), invocation.options(), invocation.context());
            } finally {
                BoundedClose.close(handle);
            }
        } finally {
            profile.closeAfterFailure();
        }
    }

    /** Where a launcher has started this process, the launcher looks after the limit. */
    private static RunLimit limit(final Invocation invocation, final ClusterHandle handle, final Runnable end) {
        final Optional<Duration> limit = invocation.context().role() == CliContext.Role.NODE ? Optional.empty()
            : invocation.options().limit();
        final String message = limit.map(RunLimit::message).orElse("");
        final PrintStream err = invocation.context().err();
        return RunLimit.start(limit, () -> {
            err.print(HangReport.of(handle.waits(), handle::waits));
            handle.end(message);
        }, BoundedClose.LIMIT_MS, () -> {
            err.println(message);
            err.flush();
            end.run();
            Runtime.getRuntime().halt(ExitCode.RUN_FAILED);
        });
    }

    /** Closes a cluster, but waits for it only so long: tasks of a failed run may never end. */
    static final class BoundedClose {

        private static final long LIMIT_MS = 3_000;

        private BoundedClose() {
        }

        static void close(final ClusterHandle handle) {
            if (handle == null) {
                return;
            }
            final Thread closer = new Thread(handle::close, "gmt-close");
            closer.setDaemon(true);
            closer.start();
            try {
                closer.join(LIMIT_MS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Prepares for a request to end the process in the middle of a run. */
    static final class TerminationHook implements AutoCloseable {

        private final Thread hook;

        TerminationHook(final Runnable cleanUp, final int exitCode) {
            this(() -> {
                final boolean isProgramsDoing = ProgramMain.exitCaller().isPresent();
                cleanUp.run();
                Runtime.getRuntime().halt(isProgramsDoing ? ExitCode.RUN_FAILED : exitCode);
            });
        }

        private TerminationHook(final Runnable action) {
            hook = new Thread(action, "gmt-interrupt");
            Runtime.getRuntime().addShutdownHook(hook);
        }

        /**
         * The same for somebody's program, which may call {@code System.exit} itself: the exit code stays the same.
         */
        static TerminationHook ofProgram(final Runnable cleanUp) {
            return new TerminationHook(cleanUp);
        }

        @Override
        public void close() {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (final IllegalStateException e) {
                awaitHalt();
            }
        }

        /** The hook is at work and will end the process with its own exit code. */
        private static void awaitHalt() {
            try {
                TimeUnit.MILLISECONDS.sleep(2 * BoundedClose.LIMIT_MS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
