package org.gmt4j;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.gmt4j.engine.bootstrap.FreePort;

/** The processes of one joined job, for tests. All are gone when it is closed. */
final class ProgramProcesses implements AutoCloseable {
    private static final int LIMIT_S = 90;

    private final Path folder;
    private final String classPath;
    private final List<String> flags;
    private final Map<String, String> variables = new HashMap<>();
    private final List<Process> processes = new ArrayList<>();
    private String joinTimeout = "60s";      // a JVM may take half a minute to start on a machine that is far too busy

    ProgramProcesses(final Path folder) {
        this(folder, ClassArchive.path(), ClassArchive.flags());
    }

    private ProgramProcesses(final Path folder, final String classPath, final List<String> flags) {
        this.folder = folder;
        this.classPath = classPath;
        this.flags = flags;
    }

    /** @param nodes 0: one process that is told nothing of a job */
    static ProgramProcesses start(final Path folder, final Class<?> program, final int nodes, final String... arguments)
        throws IOException {
        return start(new ProgramProcesses(folder), program, nodes, arguments);
    }

    /** The same with another class path than that of the tests. */
    static ProgramProcesses startWith(final String classPath, final Path folder, final Class<?> program,
        final int nodes, final String... arguments)
        throws IOException {
        return start(new ProgramProcesses(folder, classPath, List.of()), program, nodes, arguments);
    }

    /** One process that is told nothing of a job, with these flags of the JVM and without a class archive. */
    static ProgramProcesses startWithFlags(final List<String> flags, final Path folder, final Class<?> program)
        throws IOException {
        return start(new ProgramProcesses(folder, ClassArchive.path(), flags), program, 0);
    }

    private static ProgramProcesses start(final ProgramProcesses all, final Class<?> program, final int nodes,
        final String... arguments)
        throws IOException {
        final int port = FreePort.next();
        for (int node = 0; node < Math.max(1, nodes); node++) {
            all.start(program, nodes, node, port, arguments);
        }
        return all;
    }

    /** A variable of the processes that are started from now on. */
    void with(final String name, final String value) {
        variables.put(name, value);
    }

    /** Of the processes that are started from now on. */
    void joinWithin(final String limit) {
        joinTimeout = limit;
    }

    void start(final Class<?> program, final int nodes, final int node, final int port, final String... arguments)
        throws IOException {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-Xmx128m",
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(List.of(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("GMT_"));
        if (nodes > 0) {
            builder.environment()
                .putAll(Map.of("GMT_NODE_ID", String.valueOf(node), "GMT_NODES", String.valueOf(nodes), "GMT_SEED",
                "127.0.0.1:" + port, "GMT_JOB_KEY", "only we know", "GMT_JOIN_TIMEOUT", joinTimeout));
        }
        builder.environment().putAll(variables);
        processes.add(builder.redirectOutput(out(node).toFile()).redirectError(err(node).toFile()).start());
    }

    private Path out(final int node) {
        return folder.resolve("node" + node + ".out");
    }

    private Path err(final int node) {
        return folder.resolve("node" + node + ".err");
    }

    Process process(final int node) {
        return processes.get(node);
    }

    List<Process> processes() {
        return List.copyOf(processes);
    }

    /** Waits for its end. */
    int exitCode(final int node) throws Exception {
        if (!processes.get(node).waitFor(LIMIT_S, TimeUnit.SECONDS)) {
            throw new AssertionError("node " + node + " still runs:\n" + everything());
        }
        return processes.get(node).exitValue();
    }

    String output(final int node) throws IOException {
        return Files.readString(out(node));
    }

    String errors(final int node) throws IOException {
        return Files.readString(err(node));
    }

    /** For the message of a failing test. */
    String everything() {
        final StringBuilder text = new StringBuilder();
        for (int node = 0; node < processes.size(); node++) {
            try {
                text.append("node ").append(node).append(": ").append(output(node)).append("\n---\n")
                    .append(errors(node)).append('\n');
            } catch (final IOException e) {
                text.append(e);
            }
        }
        return text.toString();
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
