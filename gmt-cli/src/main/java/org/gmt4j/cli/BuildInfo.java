package org.gmt4j.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.result.RunEnvironment;

/** Facts about this build and its machine. */
public final class BuildInfo {

    private static final int SHORT_COMMIT = 12;
    private static final String LARGE = "2 MB";
    private static final String SMALL = "4 KB";

    private BuildInfo() {
    }

    static String version() {
        return Optional.ofNullable(BuildInfo.class.getPackage().getImplementationVersion()).orElse("0.1.0-SNAPSHOT");
    }

    /** @return machine and commit of this process */
    public static RunEnvironment environment(final CliContext context) {
        final Environment environment = context.environment();
        return new RunEnvironment(version(), context.machine().cores(),
            environment.property("java.version").orElse("unknown"),
            environment.property("os.name").orElse("unknown") + " " + environment.property("os.version").orElse("")
                + " "
                + environment.property("os.arch").orElse(""),
            pages(context), windowPages(context),
            commit(environment.variable(ReservedVariables.HOME).map(Path::of).orElse(context.folder())));
    }

    private static String pages(final CliContext context) {
        final String mode = context.machine().transparentHugePages().orElse("unknown");
        final boolean isAskedFor = context.environment().variable("GLIBC_TUNABLES").orElse("")
            .contains("glibc.malloc.hugetlb=");
        return mode.equals("unknown") ? mode : mode.equals("always") || mode.equals("madvise") && isAskedFor ? LARGE
            : SMALL;
    }

    private static String windowPages(final CliContext context) {
        final String mode = context.machine().sharedMemoryHugePages().orElse("unknown");
        return mode.equals("unknown") ? mode : mode.equals("never") ? SMALL : LARGE;
    }

    /** @return the checked-out commit, read from {@code .git} without a git */
    static String commit(final Path home) {
        try {
            final Path git = gitDirectory(home);
            final String head = Files.readString(git.resolve("HEAD")).strip();
            final String commit = head.startsWith("ref: ") ? resolve(git, head.substring("ref: ".length())) : head;
            return commit.substring(0, Math.min(SHORT_COMMIT, commit.length()));
        } catch (final IOException | RuntimeException e) {
            return "unknown";
        }
    }

    private static Path gitDirectory(final Path home) throws IOException {
        final Path git = home.resolve(".git");
        return Files.isRegularFile(git)
            ? home.resolve(Files.readString(git).strip().substring("gitdir: ".length())) : git;
    }

    private static String resolve(final Path git, final String ref) throws IOException {
        final Path common = Files.exists(git.resolve("commondir"))
            ? git.resolve(Files.readString(git.resolve("commondir")).strip()) : git;
        for (final Path place : new Path[] {git.resolve(ref), common.resolve(ref)}) {
            if (Files.exists(place)) {
                return Files.readString(place).strip();
            }
        }
        return Files.readAllLines(common.resolve("packed-refs")).stream().filter(line -> line.endsWith(" " + ref))
            .map(line -> line.substring(0, line.indexOf(' '))).findFirst().orElse("unknown");
    }
}
