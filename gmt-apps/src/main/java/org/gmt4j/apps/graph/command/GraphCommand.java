package org.gmt4j.apps.graph.command;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.file.GraphFileSummary;
import org.gmt4j.graph.file.GraphFiles;
import org.gmt4j.graph.source.EdgeSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The common part of the graph commands: exit codes 0, 1 and 2, errors in one line, and the report of a written file.
 */
abstract class GraphCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Option(names = "--debug", description = "show stack traces")
    private boolean isDebugged;

    @Override
    public final Integer call() {
        try {
            execute();
            return CommandLine.ExitCode.OK;
        } catch (final GraphException e) {
            if (e.number() == GraphException.BAD_GRAPH_OPTION) {
                throw new ParameterException(command.commandLine(), e.getMessage(), e);
            }
            return fail(e, e.getMessage());
        } catch (final OutOfMemoryError e) {
            return fail(e, "GMT-" + GraphException.TOO_LARGE + " the graph does not fit into this process's heap of "
                + (Runtime.getRuntime().maxMemory() >> 20) + " MB; give it more, such as GMT_JAVA_OPTS=-Xmx4g");
        }
    }

    private int fail(final Throwable cause, final String message) {
        err().println(message);
        if (isDebugged) {
            cause.printStackTrace(err());
        }
        err().flush();
        return CommandLine.ExitCode.SOFTWARE;
    }

    abstract void execute();

    final PrintWriter out() {
        return command.commandLine().getOut();
    }

    final PrintWriter err() {
        return command.commandLine().getErr();
    }

    final GraphException usage(final String text) {
        return new GraphException(GraphException.BAD_GRAPH_OPTION, text);
    }

    final ProgressLine progress() {
        return ProgressLine.onTerminal(err());
    }

    final void checkFolder(final Path file) {
        final Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new GraphException(GraphException.NOT_WRITABLE, "cannot write " + file + ": no folder " + folder);
        }
    }

    final void write(final EdgeSource source, final Path file) {
        checkFolder(file);
        final ProgressLine progress = progress();
        final GraphFileSummary summary;
        try {
            progress.expect(source.edgeCount().orElse(0));
            summary = GraphFiles.write(source, file, progress);
        } finally {
            progress.end();
        }
        out().printf(Locale.ROOT, "wrote %s: %s, %,d vertices, %,d %s edges, %,.1f MB in %.1f s%n", file, source.name(),
            summary.vertexCount(), summary.edgeCount(), source.directed() ? "directed" : "undirected",
            summary.lengthBytes() / 1e6, progress.seconds());
        out().flush();
        if (!source.directed() && GraphFiles.listsDirectionsOnly(file)) {
            err().println("note: " + file + " lists each undirected edge once, and its format does not "
                + "say that they are: read it with -s, or write a .gmtg or .mtx file");
            err().flush();
        }
    }
}
