package org.gmt4j.cli.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.gmt4j.ExitWatch;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ClusterHandle;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.profile.ProfileSession;
import org.gmt4j.cli.result.NodeReport;
import org.gmt4j.cli.top.NodePublisher;

/** A run with all nodes in this JVM. */
public final class InProcessSession {

    private InProcessSession() {
    }

    /** Runs in a process that the launcher has started: the folder is the launcher's. @return the exit code */
    public static int run(final Invocation invocation) throws Exception {
        return run(invocation, invocation.context().environment().variable(ReservedVariables.AERON_DIR).map(Path::of).flatMap(JobDirectory::around),
            () -> { });
    }

    /**
     * @param folder  of the job, if it has one
     * @param cleanUp what else to do when the process is asked to end
     * @return the exit code
     */
    static int run(final Invocation invocation, final Optional<Path> folder, final Runnable cleanUp) throws Exception {
        final AtomicReference<ClusterHandle> cluster = new AtomicReference<>();
        final ProfileSession profile = ProfileSession.ofAll(invocation);
        final Runnable end = () -> {
            ExitWatch.exitCaller().ifPresent(line -> invocation.context().err().println("GMT-726 a program called System.exit, at " + line
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
            try (NodePublisher publisher = NodePublisher.start(handle, invocation, folder)) {
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

    /** What to do when the process is asked to end in the middle of a run. */
    static final class TerminationHook implements AutoCloseable {

        private final Thread hook;

        TerminationHook(final Runnable cleanUp, final int exitCode) {
            hook = new Thread(() -> {
                final boolean isProgramsDoing = ExitWatch.exitCaller().isPresent();
                cleanUp.run();
                Runtime.getRuntime().halt(isProgramsDoing ? ExitCode.RUN_FAILED : exitCode);
            }, "gmt-interrupt");
            Runtime.getRuntime().addShutdownHook(hook);
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
