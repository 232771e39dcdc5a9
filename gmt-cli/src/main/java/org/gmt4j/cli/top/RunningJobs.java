package org.gmt4j.cli.top;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.engine.publish.JobDirectory;
import org.gmt4j.engine.publish.RunningJob;

/** Jobs of this user on this host, found by their folders where launchers make them. Owned by one thread. */
final class RunningJobs implements AutoCloseable {
    private final Path folder;
    private final Set<Path> parents = new LinkedHashSet<>();
    private final Map<Path, RunningJob> known = new LinkedHashMap<>();

    RunningJobs(final CliContext context) {
        folder = context.folder();
        context.environment().variable(ReservedVariables.AERON_DIR).map(Path::of).ifPresent(parents::add);
        context.machine().sharedMemory().ifPresent(parents::add);
        parents.add(Path.of(context.environment().property("java.io.tmpdir").orElse("/tmp")));
    }

    /** All folders of jobs there now that may be read, with the files opened before. */
    List<RunningJob> all() {
        final Set<Path> present = new LinkedHashSet<>();
        for (final Path parent : parents) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, JobDirectory.PREFIX + "*")) {
                folders.forEach(folder -> {
                    if (Files.isDirectory(folder) && Files.isReadable(folder)) {
                        present.add(folder);
                    }
                });
            } catch (final IOException | DirectoryIteratorException e) {
                continue;           // no such place, or no right: no job of this user there
            }
        }
        known.entrySet().removeIf(entry -> {
            final boolean isGone = !present.contains(entry.getKey());
            if (isGone) {
                entry.getValue().close();
            }
            return isGone;
        });
        present.forEach(folder -> known.computeIfAbsent(folder, RunningJob::new));
        return new ArrayList<>(known.values());
    }

    /**
     * The job that a user means: by the name of its folder or a part of it, by the number of its launcher's process, or
     * by its path.
     *
     * @throws CliException GMT-661 when there is none of that name, or several
     */
    RunningJob named(final String name) {
        final Path path = Path.of(name);
        if (path.isAbsolute() || path.getNameCount() > 1) {
            final Path asked = folder.resolve(path).normalize();
            if (Files.isDirectory(asked)) {
                return known.computeIfAbsent(asked, RunningJob::new);
            }
        }
        final List<RunningJob> all = all();
        final List<RunningJob> exact = all.stream()
            .filter(job -> job.name().equals(name) || job.name().startsWith(JobDirectory.PREFIX + name + "-")).toList();
        final List<RunningJob> found = exact.isEmpty() ? all.stream().filter(job -> job.name().contains(name)).toList()
            : exact;
        if (found.size() == 1) {
            return found.get(0);
        }
        final List<RunningJob> choice = found.isEmpty() ? all : found;
        throw CliException.failed("GMT-661", (found.isEmpty() ? "no job '" + name + "' on this host"
            : found.size() + " jobs match '" + name + "'")
            + (choice.isEmpty() ? ", nor any other. Looked in " + places() + "." : ". There are: "
            + choice.stream().map(RunningJob::name).collect(Collectors.joining(", ")) + "."), null);
    }

    /** Where was looked, for people. */
    String places() {
        return parents.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        known.values().forEach(RunningJob::close);
    }
}
