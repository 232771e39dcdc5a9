package org.gmt4j.engine.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryConfigTest {
    @TempDir
    private Path root;

    private void write(final String file, final String text) throws IOException {
        final Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void shouldTakeWhatMachineAndContainerHave() throws IOException {
        assertEquals(4L << 30, MemoryConfig.available(root), "a guess where the kernel says nothing");
        write("proc/meminfo", "MemTotal:       1000 kB\nMemAvailable:    800 kB\n");
        assertEquals(800 * 1024, MemoryConfig.available(root));
        write("sys/fs/cgroup/memory.max", "500000\n");
        write("sys/fs/cgroup/memory.current", "300000\n");
        assertEquals(200_000, MemoryConfig.available(root));
        write("sys/fs/cgroup/memory.max", "max\n");
        assertEquals(800 * 1024, MemoryConfig.available(root));
    }
}
