package org.gmt4j.cli.shell;

import java.io.ByteArrayInputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.gmt4j.GmtCluster;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.engine.cluster.NodeCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gmt shell}: JShell with the imports and a cluster whose nodes are in its JVM. */
@Command(name = "shell", description = "Runs Java line by line on a local cluster: JShell with the variable 'cluster'.",
    mixinStandardHelpOptions = true, footerHeading = "%nExamples:%n",
    footer = {"  gmt shell -n 4", "  echo 'println(cluster.nodeCount())' | gmt shell"})
public final class ShellCommand implements Callable<Integer> {
    private static final int MOST_NODES = 64;
    private static final List<String> STARTUP = List.of(
        "import org.gmt4j.*;", "import org.gmt4j.fibers.SuspendExecution;", "import org.gmt4j.graph.*;",
        "import org.gmt4j.ga.*;", "import java.nio.file.*;", "import java.util.*;", "import java.util.function.*;",
        "import java.util.stream.*;",
        "GmtCluster cluster = org.gmt4j.cli.shell.ShellVariables.cluster();",
        "void println(Object value) { System.out.println(value); }");

    private final CliContext context;

    @Option(names = {"-n", "--nodes"}, paramLabel = "N", defaultValue = "2",
        description = "nodes, all in the shell's JVM (default: ${DEFAULT-VALUE})")
    private int nodes;

    @Parameters(arity = "0..1", paramLabel = "FILE",
        description = "lines to run instead of those that are typed, or come from standard input")
    private Path script;

    public ShellCommand(final CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws Exception {
        if (nodes < 1 || nodes > MOST_NODES) {
            throw CliException.usage("-n " + nodes + ": 1 to " + MOST_NODES + " nodes in one JVM.");
        }
        if (script != null && (!Files.isReadable(script) || Files.isDirectory(script))) {
            throw CliException.usage("GMT-396", script + " cannot be read. Name a file with lines for the shell.");
        }
        final Path startup = Files.createTempFile("gmt-shell", ".jsh");
        startup.toFile().deleteOnExit();            // a line may end the JVM, or Ctrl-C
        try (NodeCluster cluster = NodeCluster.of(GmtCluster.local(nodes))) {
            ShellVariables.start(cluster);
            Files.write(startup, imports());
            return run(startup);
        } finally {
            Files.deleteIfExists(startup);
        }
    }

    private static List<String> imports() {
        final List<String> lines = new ArrayList<>(STARTUP);
        leaveOut(lines, ".graph.", "org/gmt4j/graph/Graph.class");
        leaveOut(lines, ".ga.", "org/gmt4j/ga/GlobalMatrix.class");
        return lines;
    }

    /** A library that is not on the class path has no package to import. */
    private static void leaveOut(final List<String> lines, final String library, final String itsClass) {
        if (ShellCommand.class.getClassLoader().getResource(itsClass) == null) {
            lines.removeIf(line -> line.contains(library));
        }
    }

    private int run(final Path startup) throws Exception {
        final PrintStream out = context.out();
        final boolean isTyped = script == null && System.console() != null;
        final List<String> words = new ArrayList<>(List.of("--execution", SnippetEngine.NAME, "--startup",
            startup.toString(), "-C-XDstringConcat=inline"));
        final JavaShellToolBuilder tool = JavaShellToolBuilder.builder().out(out)
            .err(isTyped ? context.err() : new PrintStream(new CompilerErrors(context.err()), true));
        if (!isTyped) {
            tool.locale(Locale.ROOT);               // the headings of errors are in English then
            words.add("-s");
            tool.persistence(new HashMap<>());
        }
        if (isTyped) {
            out.println("gmt shell: 'cluster' has " + nodes + " nodes in this JVM. /exit or Ctrl-D ends. For example:");
            out.println("  cluster.call(ctx -> ctx.sum(1000, (i, c) -> i))");
        } else if (script == null) {
            words.add("-");
        } else {
            words.addAll(List.of(script.toString(), "-"));              // without a prompt behind it
            tool.in(new ByteArrayInputStream(new byte[0]), new ByteArrayInputStream(new byte[0]));
        }
        final int code = tool.start(words.toArray(String[]::new));
        return code == ExitCode.OK && !isTyped && ShellVariables.hasFailed() ? ExitCode.RUN_FAILED : code;
    }
}
