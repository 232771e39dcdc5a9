package org.gmt4j.cli.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Anybody's own program as an application: {@code gmt run --jar FILE [Main] -- arguments}. Its main method runs in each
 * node process and comes to {@code GmtCluster.connect()}; {@code cli.launch.ProgramSession} is its host there.
 */
public final class ProgramApp implements GmtApp {
    /** Its name in the command tree. */
    public static final String NAME = "program";
    private static final Pattern NODES = Pattern.compile("\\{(?:(\\d{1,19})\\*)?nodes}");

    @Parameters(arity = "0..1", paramLabel = "Main",
        description = "class with the main method (default: the manifest's, or the only one)")
    private String main = "";

    @Option(names = ProgramLine.ARGUMENT, hidden = true,
        description = "one argument of the program; people write them behind --")
    private List<String> arguments = new ArrayList<>();

    private String mainClass;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return mainClass == null ? NAME : mainClass.substring(mainClass.lastIndexOf('.') + 1);
    }

    @Override
    public String summary() {
        return "Your own program: gmt run --jar FILE [Main] [options] -- its arguments.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run --jar app.jar -n 4 -- its arguments",
            "gmt run --classes target/classes com.acme.Main --format json -o result.json");
    }

    @Override
    public void validate(final CommonOptions common) {
        final ProgramFiles files = common.files();
        if (files.isEmpty()) {
            throw CliException.usage("GMT-780",
                "no program is named. Name its jar or its folder of classes: gmt run --jar FILE [Main] -- its "
                    + "arguments.");
        }
        files.check();
        mainClass = MainClass.find(files, main);
    }

    @Override
    public AppMemory memory(final Invocation job) {
        return AppMemory.builder()
            .unknown("what the program itself allocates (named applications say it, see docs/applications.md)").build();
    }

    /** The program grows by itself, with {@code nodeCount()}, or by {@code {nodes}} in its arguments. */
    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return Map.of();
    }

    /** @return whole name of the class with the main method; after {@link #validate} */
    public String mainClass() {
        return mainClass;
    }

    /** @return arguments of the main method: {@code {nodes}} and {@code {1000*nodes}} are numbers by then */
    public String[] arguments(final int nodes) {
        return arguments.stream().map(argument -> argument.substring(ProgramLine.VERBATIM.length())).map(argument ->
            NODES.matcher(argument).replaceAll(found -> Matcher.quoteReplacement(number(found.group(1), nodes))))
            .toArray(String[]::new);
    }

    private static String number(final String factor, final int nodes) {
        try {
            return String.valueOf(Math.multiplyExact(factor == null ? 1L : Long.parseLong(factor), (long) nodes));
        } catch (final ArithmeticException | NumberFormatException e) {
            throw CliException.usage("{" + factor + "*nodes} is too large with " + nodes + " nodes.");
        }
    }

    @Override
    public void run(final AppRun run) {
        throw new IllegalStateException("a program is run by its session, not by its application");
    }
}
