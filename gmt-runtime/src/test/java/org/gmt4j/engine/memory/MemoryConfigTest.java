package org.gmt4j.engine.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
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

    private void assertAvailable(final long bytes) {
        assertEquals(OptionalLong.of(bytes), MemoryConfig.available(root));
    }

    @Test
    void shouldTakeWhatMachineAndContainerHave() throws IOException {
        assertEquals(OptionalLong.empty(), MemoryConfig.available(root), "the kernel says nothing");
        write("proc/meminfo", "MemTotal:       1000 kB\nMemAvailable:    800 kB\n");
        assertAvailable(800 * 1024);
        write("sys/fs/cgroup/memory.max", "500000\n");
        write("sys/fs/cgroup/memory.current", "300000\n");
        assertAvailable(200_000);
        write("sys/fs/cgroup/memory.max", "max\n");
        assertAvailable(800 * 1024);
    }

    @Test
    void shouldShareWhatIsLeftBehindTheReserve() throws IOException {
        assertEquals(Long.MAX_VALUE, new FreeMemory(3, 1 << 20).share(root), "nobody is refused for a guess");
        write("proc/meminfo", "MemTotal:       9999 kB\nMemAvailable:    4096 kB\n");
        assertEquals(1 << 20, new FreeMemory(3, 1 << 20).share(root));
        assertEquals(4 << 20, new FreeMemory(1, 0).share(root));
        assertEquals(0, new FreeMemory(2, 5 << 20).share(root), "what is below the reserve");
    }
}
