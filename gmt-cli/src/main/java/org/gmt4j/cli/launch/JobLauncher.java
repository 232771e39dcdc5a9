package org.gmt4j.cli.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.gmt4j.aggregation.settings.HostPort;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.profile.ProfileFolder;
import org.gmt4j.cli.profile.ProfileSession;
import org.gmt4j.cli.program.ProgramApp;
import org.gmt4j.engine.bootstrap.BootstrapConfig;
import org.gmt4j.engine.bootstrap.JobKey;
import org.gmt4j.engine.bootstrap.NodeFailure;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.SeedAddress;
import org.gmt4j.engine.bootstrap.SeedServer;
import org.gmt4j.engine.node.TopConfig;
import org.gmt4j.engine.publish.JobDirectory;
import org.gmt4j.engine.publish.WaitInquiry;

/**
 * Runs a job from the outside: checks the machine, hosts seed and media driver, starts the node processes, watches
 * them, and leaves nothing behind, however they or it end.
 *
 * <pre>
 *   check ──► driver, seed ──► processes ──► all ended with 0 ──────────────────────► code of node 0
 *                                  ├── one ended badly ──► others end by themselves (8 s) or are killed ──► 1
 *                                  ├── --limit is over ──► the waits are reported; all are
 *                                  │                       terminated (3 s) or killed ──► 1
 *                                  └── SIGINT, SIGTERM ──► all are terminated (3 s) or killed ──► 130
 * </pre>
 *
 * <p>Three shapes: N processes of this machine; one process of a job joined by hand ({@code GMT_NODE_ID}), whose node 0
 * also hosts the seed; one process with all nodes in it ({@code --in-process}).
 */
public final class JobLauncher {

    /** Value of {@code GMT_LAUNCH} for nodes of a job on this machine. */
    public static final String LOCAL = "local";
    /** Value of {@code GMT_LAUNCH} for a node that was joined by hand. */
    public static final String HAND = "hand";

    private static final Duration GRACE_AFTER_FAILURE = Duration.ofSeconds(7);
    private static final Duration GRACE_OF_FAILED = Duration.ofSeconds(1);
    private static final Duration GRACE_AFTER_INTERRUPT = Duration.ofSeconds(3);
    private static final Duration OTHERS_LEAVE_WITHIN = Duration.ofSeconds(10);
    private static final Duration REPORT_WITHIN = Duration.ofSeconds(3);
    private static final long LAST_WORDS_MS = 3_000;
    private static final long SAME_END_MS = 1_000;
    private static final long ENOUGH_HEAP_IN_PROCESS = 900L << 20;

    private final long startNs = System.nanoTime();
    private final Invocation invocation;
    private final CliContext context;
    private final Optional<SeedAddress> joinedByHand;
    private final NodeOutput output;
    private final List<NodeProcess> processes = new ArrayList<>();   // guarded by itself
    private final BlockingQueue<NodeProcess> ended = new LinkedBlockingQueue<>();
    private final Set<Integer> failedNodes = ConcurrentHashMap.newKeySet();   // seed's thread to watching thread
    private JobDirectory directory;
    private DriverHost driver;
    private long driverBytes;   // of all media drivers of this host
    private SeedServer server;
    private Optional<Path> profileFolder = Optional.empty();
    private boolean isZeroToJudge;  // another node has ended with it, and was seen first
    private boolean isFinished;   // guarded by this
    private volatile boolean isInterrupted;   // shutdown hook to watching thread

    /**
     * @param joinedByHand the job to join, or nothing to start one here
     */
    public JobLauncher(final Invocation invocation, final Optional<SeedAddress> joinedByHand) {
        this.invocation = invocation;
        this.context = invocation.context();
        this.joinedByHand = joinedByHand;
        this.output = new NodeOutput(context.err());
    }

    /** @return the exit code */
    public int run() throws Exception {
        checkMachine();
        if (invocation.plan().inProcess() && !needsDriver() && invocation.options().files().isEmpty()
            && Runtime.getRuntime().maxMemory() >= ENOUGH_HEAP_IN_PROCESS) {
            return runHere();
        }
        final Thread onSignal = new Thread(this::interrupted, "gmt-interrupt");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            start();
            return watch();
        } finally {
            finish();
            removeHook(onSignal);
        }
    }

    /** All nodes in this process: a folder is made for their counters, and where that cannot be they run without. */
    private int runHere() throws Exception {
        if (invocation.settings().load(TopConfig.class).intervalMs() == 0) {
            return InProcessSession.run(invocation, Optional.empty(), () -> { });
        }
        try {
            directory = JobDirectory.create(parentDirectory());
        } catch (final IOException e) {
            return InProcessSession.run(invocation, Optional.empty(), () -> { });
        }
        try {
            return InProcessSession.run(invocation, Optional.of(directory.path()), directory::close);
        } finally {
            directory.close();
        }
    }

    private static void removeHook(final Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // the hook runs: it ends the process
        }
    }

    private int nodesHere() {
        return joinedByHand.isPresent() || invocation.plan().inProcess() ? 1 : invocation.plan().nodes();
    }

    private boolean needsDriver() {
        return invocation.plan().transport() == RunConfig.Transport.IPC && joinedByHand.isEmpty()
            && !DriverHost.isNeedless(RunConfig.Transport.IPC, invocation.plan());
    }

    private void checkMachine() {
        new EstimateMaker(invocation, joinedByHand).refuseUnlessItFits();
        driverBytes = driverBytes(invocation.plan().nodes());
    }

    /**
     * One driver for all nodes of this host over IPC, one for each over UDP; each with the streams of all jobs and
     * transports.
     */
    private long driverBytes(final int nodes) {
        final RunConfig.Transport transport = joinedByHand.isPresent() ? RunConfig.Transport.UDP
            : invocation.plan().transport();
        if (DriverHost.isNeedless(transport, invocation.plan())) {
            return 0;
        }
        final int drivers = transport == RunConfig.Transport.UDP ? nodesHere() : 1;
        final long one = context.driverHosts().map(host -> host.neededBytes(invocation.settings(), transport, nodes))
            .orElse(0L);
        return ByteCount.times(drivers * one, invocation.app().memory(invocation).transports());
    }

    private Path parentDirectory() {
        return JobDirectory.parent(context.environment(), context.machine().sharedMemory(), driverBytes);
    }

    private void start() {
        profileFolder = ProfileSession.isOn(invocation) ? Optional.of(ProfileFolder.create(invocation))
            : Optional.empty();
        FitnessCheck.folder(parentDirectory());
        try {
            directory = JobDirectory.create(parentDirectory());
        } catch (final IOException e) {
            throw CliException.unfit("GMT-122", "cannot make a folder for the job in " + parentDirectory() + " ("
                + e.getMessage() + "). Name another one in GMT_AERON_DIR.");
        }
        startDriver();
        if (invocation.plan().inProcess()) {
            startProcess(0, Map.of());
        } else if (joinedByHand.isPresent()) {
            startOneByHand(joinedByHand.get());
        } else {
            startAll();
        }
    }

    private void startDriver() {
        if (!needsDriver() || context.driverHosts().isEmpty()) {
            return;
        }
        try {
            driver = context.driverHosts().get()
                .start(invocation.settings(), invocation.plan().nodes(), directory.path().toString());
        } catch (final RuntimeException e) {
            final String message = String.valueOf(e.getMessage());
            throw message.startsWith("GMT-") ? e
                : CliException.unfit("GMT-122", "the media driver does not start: " + message);
        }
    }

    private void startAll() {
        final int nodes = invocation.plan().nodes();
        final JobKey key = JobKey.random();
        server = SeedServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), nodes, key,
            bootstrapConfig());
        server.onFailure(failure -> failedNodes.add(failure.nodeId()));
        for (int id = 0; id < nodes; id++) {
            startProcess(id, Map.of(
                ReservedVariables.LAUNCH, LOCAL,
                ReservedVariables.NODE_ID, String.valueOf(id),
                "GMT_NODES", String.valueOf(nodes),
                ReservedVariables.SEED, HostPort.join(InetAddress.getLoopbackAddress().getHostAddress(), server.port()),
                ReservedVariables.JOB_KEY, key.text()));
        }
    }

    private void startOneByHand(final SeedAddress address) {
        if (address.nodeId() == 0) {
            server = address.host(bootstrapConfig());
        }
        startProcess(address.nodeId(), Map.of(ReservedVariables.LAUNCH, HAND));
    }

    private BootstrapConfig bootstrapConfig() {
        return invocation.settings().load(BootstrapConfig.class);
    }

    private void startProcess(final int id, final Map<String, String> identity) {
        final NodeCommandLine commandLine = NodeCommandLine.of(invocation, nodesHere());
        if (!invocation.options().files().isEmpty()) {
            commandLine.addProgram(invocation.options().files(), ProgramAgentJar.in(directory.path()));
        }
        final Map<String, String> variables = new HashMap<>();
        commandLine.environment(variables);
        context.environment().variables().keySet().forEach(variables::remove);   // the user's own values win
        variables.putAll(identity);
        profileFolder.ifPresent(folder -> variables.put(ProfileFolder.VARIABLE, folder.toString()));
        variables.put(ReservedVariables.AERON_DIR, driver == null ? directory.path().toString() : driver.directory());
        final NodeProcess process = NodeProcess.start(id, id == 0 || joinedByHand.isPresent(), id == 0 && isProgram(),
            commandLine.build(id, invocation.arguments()), variables, output);
        synchronized (processes) {
            processes.add(process);
        }
        process.onExit().thenAccept(ended::add);
    }

    private int watch() throws InterruptedException {
        int code = ExitCode.OK;
        int left = processes.size();
        long deadlineNs = invocation.options().limit().map(limit -> startNs + limit.toNanos()).orElse(Long.MAX_VALUE);
        while (left > 0) {
            final NodeProcess process = deadlineNs == Long.MAX_VALUE ? ended.take()
                : ended.poll(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (process == null && code == ExitCode.OK) {
                outOfTime();
                code = isInterrupted ? ExitCode.INTERRUPTED : ExitCode.RUN_FAILED;
                deadlineNs = System.nanoTime() + GRACE_AFTER_INTERRUPT.toNanos();
                continue;
            }
            if (process == null) {
                killAll();
                deadlineNs = Long.MAX_VALUE;
                continue;
            }
            left--;
            process.drainOutput(LAST_WORDS_MS);
            if (process.exitCode() != ExitCode.OK && code == ExitCode.OK) {
                code = firstFailure(process);
                deadlineNs = System.nanoTime() + GRACE_AFTER_FAILURE.toNanos();
            } else if (isZeroToJudge && process.nodeId() == 0 && isVerdict(process.exitCode())) {
                code = process.exitCode();
            }
            if (code != ExitCode.OK && onlyFailedNodesAreLeft()) {
                deadlineNs = Math.min(deadlineNs, System.nanoTime() + GRACE_OF_FAILED.toNanos());
            }
        }
        output.end();
        if (code == ExitCode.OK && server != null && joinedByHand.isPresent()) {
            server.awaitAllGone(OTHERS_LEAVE_WITHIN);
        }
        return code;
    }

    /** The run has exceeded {@code --limit}: reports the waits, and ends all nodes. */
    private void outOfTime() {
        final int nodes = invocation.plan().nodes();
        final List<Integer> here = invocation.plan().inProcess() ? IntStream.range(0, nodes).boxed().toList()
            : alive().stream().map(NodeProcess::nodeId).toList();
        context.err().print(new WaitInquiry(directory.path(), here, nodes, REPORT_WITHIN.toMillis()).report());
        context.err().println(RunLimit.message(invocation.options().limit().orElseThrow()));
        context.err().flush();
        if (server != null) {
            server.expectEnd();
        }
        alive().forEach(NodeProcess::terminate);
    }

    /** @return is everybody gone but those whom the seed gave up, such as a stopped process? */
    private boolean onlyFailedNodesAreLeft() {
        return alive().stream().allMatch(process -> failedNodes.contains(process.nodeId()));
    }

    /** @return exit code of the job: node 0's own verdict, or 1 */
    private int firstFailure(final NodeProcess process) throws InterruptedException {
        final int code = process.exitCode();
        if (isInterrupted) {
            return ExitCode.INTERRUPTED;
        }
        if (isProgram() && !isKilled(process)) {
            final int zero = process.nodeId() == 0 ? code : codeOfZero();
            if (zero > ExitCode.OK) {
                return zero;            // the program's own, 7 of System.exit(7) too
            }
        }
        if (code <= ExitCode.ENVIRONMENT_UNFIT && !StartNote.exists(directory, process.nodeId())) {
            return neverStarted(process);
        }
        if (isVerdict(code)) {
            isZeroToJudge = process.nodeId() != 0;      // which of them is seen first is chance
            return process.nodeId() == 0 ? code : ExitCode.RUN_FAILED;
        }
        final String end = "its process " + process.describeEnd(isKilled(process));
        if (!invocation.plan().inProcess()) {
            context.err().println(new NodeFailure(process.nodeId(), end).message() + " The job ends.");
        }
        if (server != null) {
            server.reportFailure(process.nodeId(), end);
        }
        return ExitCode.RUN_FAILED;
    }

    private boolean isKilled(final NodeProcess process) {
        return process.looksKilled() && !StartNote.hasExited(directory, process.nodeId());
    }

    private static boolean isVerdict(final int code) {
        return code >= ExitCode.RUN_FAILED && code <= ExitCode.ENVIRONMENT_UNFIT;
    }

    /** Java has ended before any of our code ran in it: its heap does not fit, or a flag is wrong. */
    private int neverStarted(final NodeProcess process) {
        final String opts = context.environment().variable(ReservedVariables.JAVA_OPTS)
            .map(text -> " (now '" + text + "')").orElse("");
        final String heap = context.environment().variable(ReservedVariables.HEAP)
            .map(text -> " (now " + text + ")").orElse("");
        context.err().println("GMT-743 the JVM of node " + process.nodeId() + " did not start, exit code "
            + process.exitCode() + ": " + process.lastWords() + ". Correct GMT_JAVA_OPTS" + opts + " or GMT_HEAP"
            + heap + ", or take fewer nodes; 'gmt doctor' shows the memory "
            + "there is.");
        return ExitCode.RUN_FAILED;
    }

    private boolean isProgram() {
        return invocation.app() instanceof ProgramApp;
    }

    /**
     * A program that ends by {@code System.exit} before it connects does so on all nodes at about the same time, and
     * which of them is seen first is chance.
     *
     * @return the exit code of node 0; -1 where that has not ended by itself soon after this one, or is not here
     */
    private int codeOfZero() throws InterruptedException {
        final Optional<NodeProcess> zero;
        synchronized (processes) {
            zero = processes.stream().filter(process -> process.nodeId() == 0 || joinedByHand.isPresent()).findFirst();
        }
        return zero.isPresent() && zero.get().endsWithin(SAME_END_MS) && !isKilled(zero.get())
            ? zero.get().exitCode() : -1;
    }

    private List<NodeProcess> alive() {
        synchronized (processes) {
            return processes.stream().filter(NodeProcess::isAlive).toList();
        }
    }

    private void killAll() {
        alive().forEach(NodeProcess::kill);
    }

    /** Ends everything that is left. Idempotent. */
    private synchronized void finish() {
        if (isFinished) {
            return;
        }
        isFinished = true;
        killAll();
        if (server != null) {
            server.close();
        }
        if (driver != null) {
            driver.close();
        }
        if (directory != null) {
            directory.close();
        }
    }

    /** SIGINT or SIGTERM: runs as shutdown hook. */
    private void interrupted() {
        isInterrupted = true;
        if (server != null) {
            server.expectEnd();
        }
        alive().forEach(NodeProcess::terminate);
        final long deadlineNs = System.nanoTime() + GRACE_AFTER_INTERRUPT.toNanos();
        while (!alive().isEmpty() && System.nanoTime() < deadlineNs) {
            pause();
        }
        finish();
        context.err().flush();
        Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(10);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
