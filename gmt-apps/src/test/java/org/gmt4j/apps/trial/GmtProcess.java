package org.gmt4j.apps.trial;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gmt4j.ClassArchive;

/**
 * The command line as a process of its own, with all that it starts: node processes and, over IPC, the media driver.
 * All of them carry the folder of the test in their environment, by which those left behind are found.
 */
public final class GmtProcess implements AutoCloseable {

    private static final int LAUNCHER_HEAP_MB = 128;
    private static final int JDK_WITH_UNSAFE_FLAG = 24;
    private static final Pattern FOREIGN = Pattern.compile("GMT_.*|.*JAVA_.*OPTIONS");
    private static final String FOLDER = "GMT_AERON_DIR";
    /** Statistics of a thread that runs tasks, by its name: gmt-0-combined. */
    private static final Pattern RUNS_TASKS = Pattern.compile("^\\d+ \\(gmt-\\d+-(combined|shared|worker)");
    /** Where a thread's own time is among the fields behind its name; see proc(5), fields 14 and 15. */
    private static final int USER_TICKS = 11;
    private static final int MS_PER_TICK = 10;

    private final Path folder;
    private final Path out;
    private final Path err;
    private final Process process;

    private GmtProcess(final Path folder, final String name, final List<String> command,
                       final Map<String, String> variables) throws IOException {
        this.folder = folder;
        this.out = folder.resolve(name + ".out");
        this.err = folder.resolve(name + ".err");
        final ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile())
            .redirectError(err.toFile());
        builder.environment().keySet().removeIf(FOREIGN.asMatchPredicate());
        builder.environment().put(FOLDER, folder.toString());
        builder.environment().putAll(variables);
        process = builder.start();
    }

    /** Starts {@code gmt run bfs} with this JVM's own Java. */
    public static GmtProcess start(final Path folder, final String name, final String... arguments) throws IOException {
        return startRun(folder, name, bfs(arguments));
    }

    /** Starts {@code gmt run} with this JVM's own Java. */
    public static GmtProcess startRun(final Path folder, final String name, final String... arguments)
        throws IOException {
        return startRun(folder, name, List.of(), Path.of(System.getProperty("java.home")),
            Runtime.version().feature(), Map.of(), arguments);
    }

    /**
     * Starts {@code gmt run bfs}.
     *
     * @param prefix   what runs it, such as {@code ip netns exec}; must become it rather than start it
     * @param javaHome whose Java
     * @param jdk      its version
     */
    public static GmtProcess start(final Path folder, final String name, final List<String> prefix,
                                   final Path javaHome, final int jdk, final Map<String, String> variables,
                                   final String... arguments)
        throws IOException {
        return startRun(folder, name, prefix, javaHome, jdk, variables, bfs(arguments));
    }

    /** Starts {@code gmt run}, with some variables of its environment. */
    public static GmtProcess startRun(final Path folder, final String name, final Map<String, String> variables,
                                      final String... arguments) throws IOException {
        return startRun(folder, name, List.of(), Path.of(System.getProperty("java.home")),
            Runtime.version().feature(), variables, arguments);
    }

    private static GmtProcess startRun(final Path folder, final String name, final List<String> prefix,
                                       final Path javaHome, final int jdk, final Map<String, String> variables,
                                       final String... arguments) throws IOException {
        return startGmt(folder, name, prefix, javaHome, jdk, variables, Stream.concat(Stream.of("run"),
            Stream.of(arguments)).toArray(String[]::new));
    }

    /** Starts {@code gmt} with these words, and with some variables of its environment. */
    public static GmtProcess startGmt(final Path folder, final String name, final Map<String, String> variables,
                                      final String... words) throws IOException {
        return startGmt(folder, name, List.of(), Path.of(System.getProperty("java.home")),
            Runtime.version().feature(), variables, words);
    }

    private static GmtProcess startGmt(final Path folder, final String name, final List<String> prefix,
                                       final Path javaHome, final int jdk, final Map<String, String> variables,
                                       final String... words) throws IOException {
        final List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(javaHome.resolve("bin").resolve("java").toString(),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xmx" + LAUNCHER_HEAP_MB + "m",
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        if (jdk >= JDK_WITH_UNSAFE_FLAG) {
            command.addAll(List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"));
        }
        final Map<String, String> all = new HashMap<>(variables);
        if (javaHome.equals(Path.of(System.getProperty("java.home")))) {     // whose archive it is
            command.addAll(ClassArchive.flags());
            ClassArchive.addTo(all);
        }
        command.addAll(List.of("-cp", ClassArchive.path(), "org.gmt4j.cli.GmtMain"));
        command.addAll(List.of(words));
        return new GmtProcess(folder, name, command, all);
    }

    private static String[] bfs(final String... arguments) {
        return Stream.concat(Stream.of("bfs"), Stream.of(arguments)).toArray(String[]::new);
    }

    public String out() throws IOException {
        return Files.readString(out);
    }

    public String err() throws IOException {
        return Files.readString(err);
    }

    /** @return the exit code; fails with the stacks of all threads of all processes if that takes too long */
    public int exitCode(final long limitS) throws Exception {
        if (!process.waitFor(limitS, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after " + limitS + " s\n" + everything());
        }
        return process.exitValue();
    }

    /** @return the node's process, once it has used so much processor time: deep in its work */
    public ProcessHandle awaitBusy(final int node, final int nodes, final long cpuMs, final long limitS)
        throws Exception {
        return await(node, nodes, each -> cpuMs(each) >= cpuMs, limitS);
    }

    /**
     * @return the node's process, once those threads of each node that run tasks have computed for so long: deep in its
     * work. The time of the whole process, most of which goes to its start and to compilers, says that later.
     */
    public ProcessHandle awaitAtWork(final int node, final int nodes, final long workMs, final long limitS)
        throws Exception {
        return await(node, nodes, each -> workMs(each) >= workMs, limitS);
    }

    private ProcessHandle await(final int node, final int nodes, final Predicate<ProcessHandle> isThere,
                                final long limitS) throws Exception {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitS);
        while (System.nanoTime() - deadlineNs < 0 && !process.waitFor(20, TimeUnit.MILLISECONDS)) {
            final List<ProcessHandle> all = nodes();
            if (all.size() == nodes && all.stream().allMatch(isThere)) {
                return find(all, node);
            }
        }
        throw new AssertionError("its " + nodes + " nodes did not get to work\n" + everything());
    }

    private static long workMs(final ProcessHandle handle) {
        long ticks = 0;
        final Path folder = Path.of("/proc", String.valueOf(handle.pid()), "task");
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(folder)) {
            for (final Path thread : threads) {
                final String stat = Files.readString(thread.resolve("stat"));
                if (RUNS_TASKS.matcher(stat).find()) {
                    final String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                    ticks += Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[USER_TICKS + 1]);
                }
            }
        } catch (final IOException | DirectoryIteratorException e) {
            return 0;       // the process, or one of its threads, has just ended
        }
        return ticks * MS_PER_TICK;
    }

    /** @return does the launcher still run? Waits that long for its end */
    public boolean isAlive(final long ms) throws InterruptedException {
        return !process.waitFor(ms, TimeUnit.MILLISECONDS);
    }

    /** Asks the launcher to end. */
    public void terminate() {
        process.destroy();
    }

    /** Ends the launcher, and nothing else, at once. */
    public void kill() {
        process.destroyForcibly();
    }

    /** @return the node processes that live */
    public List<ProcessHandle> nodes() {
        return process.children().toList();
    }

    private static ProcessHandle find(final List<ProcessHandle> all, final int node) throws IOException {
        for (final ProcessHandle each : all) {
            if (environment(each.pid()).contains("\0GMT_NODE_ID=" + node + "\0")) {
                return each;
            }
        }
        throw new AssertionError("no process has GMT_NODE_ID=" + node);
    }

    private static long cpuMs(final ProcessHandle handle) {
        return handle.info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
    }

    /** @return processes that this test's processes have left, among all of the machine that may be looked at */
    public static List<ProcessHandle> leftIn(final Path folder) {
        final String mark = "\0" + FOLDER + "=" + folder;
        return ProcessHandle.allProcesses().filter(handle -> environmentOrNothing(handle.pid()).contains(mark))
            .toList();
    }

    private static String environmentOrNothing(final long pid) {
        try {
            return environment(pid);
        } catch (final IOException e) {
            return "";   // ended meanwhile, or another user's
        }
    }

    private static String environment(final long pid) throws IOException {
        return "\0" + new String(Files.readAllBytes(Path.of("/proc", String.valueOf(pid), "environ")),
            StandardCharsets.UTF_8);
    }

    /** @return output, processes and stacks, for whoever looks at a failure */
    public String everything() throws IOException, InterruptedException {
        final StringBuilder text = new StringBuilder();
        for (final ProcessHandle each : Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList()) {
            text.append("--- process ").append(each.pid()).append(", processor time ").append(cpuMs(each))
                .append(" ms\n").append(stacks(each));
        }
        return text.append("--- stdout\n").append(out()).append("--- stderr\n").append(err()).toString();
    }

    private String stacks(final ProcessHandle each) throws IOException, InterruptedException {
        final Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
        if (!each.isAlive() || !Files.isExecutable(jstack)) {
            return "(ended, or no jstack here)\n";
        }
        final Path file = folder.resolve("stacks-" + each.pid());
        final Process dump = new ProcessBuilder(jstack.toString(), String.valueOf(each.pid()))
            .redirectErrorStream(true).redirectOutput(file.toFile()).start();
        if (!dump.waitFor(30, TimeUnit.SECONDS)) {
            dump.destroyForcibly();
        }
        return Files.readString(file);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
