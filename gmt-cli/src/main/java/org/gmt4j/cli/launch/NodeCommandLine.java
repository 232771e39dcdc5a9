package org.gmt4j.cli.launch;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.NodeMain;
import org.gmt4j.cli.program.ProgramFiles;
import org.gmt4j.engine.node.CompilerConfig;

/**
 * The command line of a node's JVM. Aims: small before user data (the goal is 110 MB resident) and quick to start, with
 * a heap that N nodes on this machine can all fill. Arrays live outside the heap.
 */
final class NodeCommandLine {

    private static final long MB = 1L << 20;
    private static final long DEFAULT_HEAP = 1024 * MB;
    private static final long MIN_HEAP = 64 * MB;
    private static final int JDK_WITH_UNSAFE_FLAG = 23;
    private static final int JDK_WITH_NATIVE_ACCESS_WARNING = 24;
    /** Ending of the file from which a cache of classes and profiles is made, which later JDKs have. */
    private static final String TRAINING = ".aotconf";
    private static final int MAX_GC_THREADS = 4;

    private final CliContext context;
    private final Environment environment;
    private final int nodesHere;
    private final long extraHeapBytes;
    private final boolean isQuick;
    private ProgramFiles program = new ProgramFiles(List.of());
    private String app;      // class; null for questions about the command line
    private Path agent;      // null where there is no program

    /**
     * @param nodesHere      JVMs that share this machine
     * @param extraHeapBytes heap that the application needs beyond the default
     * @param isQuick        whether the job is too short for the optimising compiler
     */
    NodeCommandLine(final CliContext context, final int nodesHere, final long extraHeapBytes, final boolean isQuick) {
        this.context = context;
        this.environment = context.environment();
        this.nodesHere = nodesHere;
        this.extraHeapBytes = extraHeapBytes;
        this.isQuick = isQuick;
    }

    static NodeCommandLine of(final Invocation invocation, final int nodesHere) {
        final long living = invocation.app().memory(invocation).heapBytes();
        final NodeCommandLine line = new NodeCommandLine(invocation.context(), nodesHere,
            ByteCount.times(invocation.plan().inProcess() ? invocation.plan().nodes() : 1, living),
            isQuick(invocation));
        line.app = invocation.app().getClass().getName();
        return line;
    }

    private static boolean isQuick(final Invocation invocation) {
        return switch (invocation.settings().load(CompilerConfig.class).compiler()) {
            case QUICK -> true;
            case FULL -> false;
            case AUTO -> invocation.app().isShort();
        };
    }

    /**
     * Puts somebody's program behind the runtime on the class path, with the agent that instruments its classes.
     */
    void addProgram(final ProgramFiles files, final Path agentJar) {
        program = files;
        agent = agentJar;
    }

    /** @return program, flags, main class and arguments */
    List<String> build(final int nodeId, final List<String> arguments) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(environment.property("java.home").orElseThrow(), "bin", "java").toString());
        final Optional<String> record = environment.variable(ReservedVariables.CDS_RECORD);
        // of all nodes of a training one writes what its compilers have found; the others need not compile as much
        command.addAll(flags(Runtime.version().feature(), isQuick || record.isPresent() && nodeId > 0));
        if (app != null) {
            command.add("-D" + NodeMain.APP + "=" + app);
        }
        if (nodeId == 0) {
            record.ifPresent(file -> command.addAll(file.endsWith(TRAINING)
                ? List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + file)
                : List.of("-XX:ArchiveClassesAtExit=" + file)));
        }
        environment.variable(ReservedVariables.JAVA_OPTS).ifPresent(text ->
            command.addAll(Arrays.asList(text.strip().split("\\s+"))));
        final String runtime = environment.variable(ReservedVariables.CLASSPATH)
            .orElseGet(() -> environment.property("java.class.path").orElse(""));
        if (agent != null) {
            command.add("-javaagent:" + agent + "=" + runtime.split(File.pathSeparator).length);
        }
        command.add("-cp");
        command.add(runtime + program.paths().stream().map(path -> File.pathSeparator + path)
            .collect(Collectors.joining()));
        command.add(context.nodeMain());
        command.addAll(arguments);
        return command;
    }

    List<String> flags(final int jdk) {
        return flags(jdk, isQuick);
    }

    private List<String> flags(final int jdk, final boolean hasSimpleCompiler) {
        final List<String> flags = new ArrayList<>();
        flags.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        if (jdk >= JDK_WITH_UNSAFE_FLAG) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        if (jdk >= JDK_WITH_NATIVE_ACCESS_WARNING) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        flags.addAll(collector());
        flags.add("-Xms16m");
        flags.add("-Xmx" + heap());
        flags.add("-Xss512k");
        flags.add("-XX:ReservedCodeCacheSize=64m");
        flags.addAll(CompilerHints.flags(hasSimpleCompiler));
        flags.add("-XX:-UsePerfData");
        // ExitOnOutOfMemoryError would exit with 3, which has a meaning here
        flags.add("-XX:OnOutOfMemoryError=kill -" + NodeProcess.OUT_OF_HEAP + " %p");
        flags.addAll(environment.classArchive(jdk));
        flags.add("-Dco.paralleluniverse.fibers.disableAgentWarning=true");
        flags.add("-Dagrona.disable.bounds.checks=true");
        flags.add("-Dslf4j.internal.verbosity=ERROR");
        environment.properties().forEach((key, value) -> {
            if (key.startsWith("gmt.") || key.startsWith("logback.")) {
                flags.add("-D" + key + "=" + value);
            }
        });
        return flags;
    }

    private int coresPerNode() {
        return Math.max(1, context.machine().cores() / nodesHere);
    }

    private List<String> collector() {
        if (environment.namesCollector()) {
            return List.of();
        }
        return coresPerNode() < 2 ? List.of("-XX:+UseSerialGC")
            : List.of("-XX:+UseParallelGC", "-XX:ParallelGCThreads=" + Math.min(coresPerNode(), MAX_GC_THREADS));
    }

    /** @return {@code GMT_HEAP}, or the wanted heap within this node's part of half the memory */
    String heap() {
        return environment.variable(ReservedVariables.HEAP).orElseGet(() -> {
            final long share = context.machine().totalMemory().orElse(4 * DEFAULT_HEAP) / 2 / nodesHere;
            final long wanted = ByteCount.plus(DEFAULT_HEAP, extraHeapBytes);
            return Math.max(MIN_HEAP, Math.min(wanted, share)) / MB + "m";
        });
    }

    /**
     * @return {@link #heap()} as bytes, or nothing when {@code GMT_HEAP} or {@code GMT_JAVA_OPTS} says something else
     */
    OptionalLong heapBytes() {
        final Matcher number = Pattern.compile("(\\d{1,15})([kmgtKMGT]?)").matcher(heap().strip());
        if (!number.matches() || environment.variable(ReservedVariables.JAVA_OPTS).orElse("").contains("-Xmx")) {
            return OptionalLong.empty();
        }
        final int power = "kmgt".indexOf(number.group(2).toLowerCase(Locale.ROOT))
            + (number.group(2).isEmpty() ? 0 : 1);
        return OptionalLong.of(ByteCount.times(Long.parseLong(number.group(1)), 1L << 10 * power));
    }

    /** Adds the variables of a node's environment beyond the launcher's. */
    void environment(final Map<String, String> variables) {
        variables.putIfAbsent("MALLOC_ARENA_MAX", "2");   // glibc: few arenas, less memory that nobody gives back
        if (environment.variable(ReservedVariables.HUGE_PAGES).filter("off"::equals).isEmpty()) {
            variables.putIfAbsent("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");
        }
    }
}
