package org.gmt4j.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.maven.artifact.Artifact;
import org.gmt4j.aggregation.settings.Environment;

/** {@code gmt run --classes} as a process: the launcher, which starts the nodes. One thread. */
final class ProgramProcess {
    private static final String LAUNCHER = "org.gmt4j.cli.GmtMain";
    private static final int JDK_WITH_WARNINGS = 24;

    private final List<File> runtime = new ArrayList<>();
    private final List<File> program = new ArrayList<>();
    private final Map<String, String> settings;

    /**
     * @param ofPlugin  the launcher and what it needs
     * @param classes   of the project
     * @param ofProject its dependencies; those that the launcher has, too, are the launcher's
     * @param settings  by name
     */
    ProgramProcess(final Collection<Artifact> ofPlugin, final File classes, final Collection<Artifact> ofProject,
                   final Map<String, String> settings) {
        this.settings = settings;
        final Set<String> known = new HashSet<>();
        for (final Artifact artifact : ofPlugin) {
            if (known.add(artifact.getDependencyConflictId())) {
                runtime.add(artifact.getFile());
            }
        }
        program.add(classes);
        for (final Artifact artifact : ofProject) {
            final boolean isNew = !known.contains(artifact.getDependencyConflictId());
            if (isNew && artifact.getArtifactHandler().isAddedToClasspath()) {
                program.add(artifact.getFile());
            }
        }
    }

    /**
     * Runs the program to its end, with the streams of this process.
     *
     * @param main  null: the only one there is
     * @param nodes null: as the settings say
     * @return the exit code
     */
    int run(final File folder, final String main, final Integer nodes, final List<String> options,
            final List<String> arguments) throws IOException {
        final List<String> command = new ArrayList<>(java());
        settings.forEach((name, text) -> command.add("-D" + name + "=" + text));
        command.addAll(List.of("-cp", path(runtime), LAUNCHER, "run", "--classes=" + path(program)));
        if (main != null) {
            command.add(main);
        }
        if (nodes != null) {
            command.addAll(List.of("-n", nodes.toString()));
        }
        command.addAll(options);
        command.add("--");
        command.addAll(arguments);
        final Process process = new ProcessBuilder(command).directory(folder).inheritIO().start();
        final Thread ending = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(ending);       // the nodes end with the launcher, and it with Maven
        try {
            return process.waitFor();
        } catch (final InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the program ran", e);
        } finally {
            forget(ending);
        }
    }

    private static void forget(final Thread ending) {
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (final IllegalStateException e) {
            // Ctrl-C: Maven ends with the program, and the hook runs
        }
    }

    /** Java with the flags that {@code ./gmt} gives the launcher; the launcher gives the nodes theirs. */
    private static List<String> java() {
        final List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xmx256m",
            "-XX:TieredStopAtLevel=1", "-Dslf4j.internal.verbosity=ERROR"));
        if (!Environment.ofProcess().namesCollector()) {
            words.add("-XX:+UseSerialGC");
        }
        if (Runtime.version().feature() >= JDK_WITH_WARNINGS) {
            words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        return words;
    }

    private static String path(final List<File> files) {
        return files.stream().map(File::getPath).collect(Collectors.joining(File.pathSeparator));
    }
}
