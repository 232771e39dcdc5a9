package org.gmt4j.engine.publish;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The folder of a job, and the nodes of this host that publish there. Nodes whose process has ended do not count, even
 * when their files do not record the end. Owned by one thread.
 */
public final class RunningJob implements AutoCloseable {
    private final Path folder;
    private final Map<Path, TopSource> sources = new HashMap<>();

    /** @param folder folder of a job */
    public RunningJob(final Path folder) {
        this.folder = folder;
    }

    /** @return the folder of the job */
    public Path folder() {
        return folder;
    }

    /** Returns the name of the job for people, and for {@code gmt top NAME}. */
    public String name() {
        return folder.getFileName().toString();
    }

    /**
     * Reads all living nodes, in the order of ids; opens new ones and closes those that are gone.
     *
     * @throws TopException when a file is of another version, damaged, or unreadable
     */
    public List<TopReading> read() {
        final Set<Path> present = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + TopFile.SUFFIX)) {
            files.forEach(present::add);
        } catch (final NoSuchFileException e) {
            present.clear();
        } catch (final java.nio.file.AccessDeniedException e) {
            throw new TopException("GMT-664",
                "permission denied: " + folder + " belongs to another user. Run gmt top as that user, or as root.");
        } catch (final IOException | java.nio.file.DirectoryIteratorException e) {
            present.clear();        // being removed
        }
        sources.entrySet().removeIf(entry -> {
            final boolean isGone = !present.contains(entry.getKey());
            if (isGone) {
                entry.getValue().close();
            }
            return isGone;
        });
        for (final Path file : present) {
            if (!sources.containsKey(file)) {
                TopSource.open(file).ifPresent(source -> sources.put(file, source));
            }
        }
        final List<TopReading> readings = new ArrayList<>();
        for (final TopSource source : sources.values()) {
            if (source.identity().isAlive()) {
                source.read().filter(reading -> !reading.isEnded()).ifPresent(readings::add);
            }
        }
        readings.sort(Comparator.comparingInt(reading -> reading.identity().nodeId()));
        return readings;
    }

    @Override
    public void close() {
        sources.values().forEach(TopSource::close);
        sources.clear();
    }
}
