package org.gmt4j.cli.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.Invocation;
import org.gmt4j.engine.profile.FlightRecorderModule;
import org.gmt4j.engine.profile.ProfileConfig;

/** Where a profiled run leaves its files. Set-up; the launcher makes it and tells the nodes. */
public final class ProfileFolder {
    /** The variable, a setting's, by which nodes are told. */
    public static final String VARIABLE = "GMT_PROFILE_FOLDER";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    /** The names that nodes give; a user's copy of one beside it has another. */
    private static final Pattern RECORDING = Pattern.compile("nodes\\.jfr|node-[0-9]+\\.jfr");

    private ProfileFolder() {
    }

    /**
     * The folder of a run, made if it is not there, without recordings of an earlier run.
     *
     * @throws CliException when it cannot be written to, or this Java cannot record
     */
    public static Path create(final Invocation invocation) {
        if (!FlightRecorderModule.isThere()) {
            throw CliException.unfit("GMT-641", FlightRecorderModule.missing());
        }
        final Path folder = wanted(invocation);
        try {
            Files.createDirectories(folder);
            for (final Path file : recordings(folder)) {
                Files.delete(file);
            }
        } catch (final IOException e) {
            throw cannotBeWritten(folder, e.toString());
        }
        if (!Files.isWritable(folder)) {
            throw cannotBeWritten(folder, "not permitted");
        }
        return folder;
    }

    private static List<Path> recordings(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> RECORDING.matcher(file.getFileName().toString()).matches()).toList();
        }
    }

    private static CliException cannotBeWritten(final Path folder, final String why) {
        return CliException.unfit("GMT-640", "the profile cannot be written to " + folder + " (" + why
            + "). Name another folder: --profile FOLDER.");
    }

    private static Path wanted(final Invocation invocation) {
        final Path here = invocation.context().folder().toAbsolutePath();
        final String named = invocation.settings().load(ProfileConfig.class).folder();
        if (!named.isEmpty()) {
            return here.resolve(named).normalize();
        }
        final String name = invocation.app().title() + "-" + TIME.format(LocalDateTime.now());
        Path folder = here.resolve("profile").resolve(name);
        for (int i = 2; Files.exists(folder); i++) {
            folder = folder.resolveSibling(name + "-" + i);
        }
        return folder;
    }

    /** The folder that the launcher has told a node. */
    static Path told(final Invocation invocation) {
        return wanted(invocation);
    }
}
