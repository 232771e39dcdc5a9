package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.cli.profile.ProfileFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files a profiled run removes. */
class ProfileFolderTest {
    @TempDir
    private Path folder;

    @Test
    void shouldRemoveRecordingsOfEarlierRunsOnly() throws Exception {
        final List<String> kept = List.of("node-0.before.jfr", "node-7-slow.jfr", "nodes-baseline.jfr", "other.jfr");
        for (final String name : List.of("node-0.jfr", "node-12.jfr", "nodes.jfr")) {
            Files.createFile(folder.resolve(name));
        }
        for (final String name : kept) {
            Files.createFile(folder.resolve(name));
        }
        final CliContext context = new CliContext(CliContext.Role.LAUNCHER, CliContext.Console.ofProcess(),
            new Environment(Map.of(), Map.of()), folder, new Machine(folder, 2), FakeApp::all, List.of(),
            new CliContext.Starters(Optional.of(new FakeRuntime()), Optional.empty(), "none"));
        assertEquals(folder, ProfileFolder.create(AppLine.check(context, List.of("run", "fine", "--profile=."))));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(kept, left.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }
}
