package org.gmt4j.cli.program;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.GmtApp;

/**
 * A command line with {@code --jar} or {@code --classes}, in the form that the command tree takes. Immutable; set-up.
 *
 * <pre>
 *   run --jar a.jar [Main] -n 3 -- x y    becomes   run program --jar=a.jar [Main] -n 3 --program-argument=:x
 *                                                   --program-argument=:y
 *   run --jar a.jar myapp -n 3            becomes   run myapp --jar=a.jar -n 3
 *                                                   where myapp is an application that a.jar brings
 *   anything else                         stays
 * </pre>
 *
 * <p>The part behind {@code --} is the program's alone and is handed on to the letter.
 *
 * @param context   with the applications of the files besides those there are
 * @param arguments for the command tree, here and in the node processes
 */
public record ProgramLine(CliContext context, List<String> arguments) {
    /** The option, for this form only, that carries one argument of the program. */
    static final String ARGUMENT = "--program-argument";
    /** Stands before each argument, so that none looks like an option or like nothing. */
    static final String VERBATIM = ":";
    private static final String END_OF_OPTIONS = "--";
    private static final Set<String> COMMANDS = Set.of("run", "bench", "estimate", "scale");
    private static final Set<String> FILES = Set.of("--jar", "--classes");

    public ProgramLine {
        arguments = List.copyOf(arguments);
    }

    /** Understands a command line as typed, or as a launcher has handed it on. */
    public static ProgramLine of(final CliContext context, final List<String> typed) {
        final ProgramFiles files = files(typed, context.folder());
        final boolean isOfPrograms = typed.size() > 1 && COMMANDS.contains(typed.get(0));
        if (!isOfPrograms || !isAsked(typed) && !typed.get(1).equals(ProgramApp.NAME)) {
            return new ProgramLine(context, typed);
        }
        final CliContext extended = context.withApps(() -> {
            final List<GmtApp> all = new ArrayList<>(context.apps().get());
            all.addAll(files.apps());
            return all;
        });
        return new ProgramLine(extended, canonical(extended, typed));
    }

    private static boolean isAsked(final List<String> typed) {
        return typed.subList(1, end(typed)).stream()
            .anyMatch(word -> FILES.stream().anyMatch(name -> word.equals(name) || word.startsWith(name + "=")));
    }

    private static List<String> canonical(final CliContext context, final List<String> typed) {
        final List<String> options = new ArrayList<>();
        final List<String> others = new ArrayList<>();
        split(typed.subList(1, end(typed)), options, others);
        final List<String> line = new ArrayList<>(List.of(typed.get(0)));
        final List<String> own = typed.subList(Math.min(typed.size(), end(typed) + 1), typed.size());
        final boolean isNamed = !others.isEmpty()
            && context.apps().get().stream().anyMatch(app -> app.name().equals(others.get(0)));
        line.add(isNamed ? others.remove(0) : ProgramApp.NAME);
        line.addAll(options);
        line.addAll(others);
        if (line.get(1).equals(ProgramApp.NAME)) {
            own.forEach(argument -> line.add(ARGUMENT + "=" + VERBATIM + argument));
        } else if (end(typed) < typed.size()) {
            line.add(END_OF_OPTIONS);
            line.addAll(own);
        }
        return line;
    }

    /** The files that a command line names; none where it is not of a program. */
    public static ProgramFiles files(final List<String> arguments, final Path folder) {
        final List<String> options = new ArrayList<>();
        if (!arguments.isEmpty() && COMMANDS.contains(arguments.get(0))) {
            split(arguments.subList(1, end(arguments)), options, new ArrayList<>());
        }
        final Set<Path> paths = new LinkedHashSet<>();
        for (final String option : options) {
            for (final String name : option.substring(option.indexOf('=') + 1).split(File.pathSeparator)) {
                if (!name.isEmpty()) {
                    paths.add(folder.resolve(name).toAbsolutePath().normalize());
                }
            }
        }
        return new ProgramFiles(List.copyOf(paths));
    }

    /** Takes the options that name files, as {@code --jar=FILE}, out of the words. */
    private static void split(final List<String> words, final List<String> options, final List<String> others) {
        for (int i = 0; i < words.size(); i++) {
            final String word = words.get(i);
            if (FILES.contains(word) && i + 1 < words.size()) {
                options.add(word + "=" + words.get(++i));
            } else if (FILES.stream().anyMatch(name -> word.startsWith(name + "="))) {
                options.add(word);
            } else {
                others.add(word);
            }
        }
    }

    private static int end(final List<String> arguments) {
        final int end = arguments.indexOf(END_OF_OPTIONS);
        return end < 0 ? arguments.size() : end;
    }
}
