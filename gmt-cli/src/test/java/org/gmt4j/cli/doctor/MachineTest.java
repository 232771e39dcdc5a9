package org.gmt4j.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {

    @TempDir
    private Path root;

    private void write(final String file, final String text) throws IOException {
        final Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void shouldReadMemoryOfMachineAndContainer() throws IOException {
        final Machine machine = new Machine(root, 4);
        write("proc/meminfo", "MemTotal:       1000 kB\nMemFree:  1 kB\nMemAvailable:    800 kB\n");
        assertEquals(OptionalLong.of(1000 * 1024), machine.totalMemory());
        assertEquals(OptionalLong.of(800 * 1024), machine.availableMemory());
        write("sys/fs/cgroup/memory.max", "max\n");
        assertEquals(OptionalLong.of(1000 * 1024), machine.totalMemory());
        write("sys/fs/cgroup/memory.max", "500000\n");
        write("sys/fs/cgroup/memory.current", "300000\n");
        write("sys/fs/cgroup/memory.stat", "anon 5\ninactive_file 50000\n");
        assertEquals(OptionalLong.of(500_000), machine.totalMemory());
        assertEquals(OptionalLong.of(250_000), machine.availableMemory());
    }

    @Test
    void shouldTakeTheLowestLimitOfAllGroupsAround() throws IOException {
        final Machine machine = new Machine(root, 4);
        write("proc/meminfo", "MemTotal:       4000 kB\nMemAvailable:    3000 kB\n");
        write("proc/self/cgroup", "0::/user.slice/session-1.scope\n");
        write("sys/fs/cgroup/user.slice/session-1.scope/memory.max", "max\n");
        write("sys/fs/cgroup/user.slice/memory.max", "2000000\n");
        write("sys/fs/cgroup/user.slice/memory.current", "500000\n");
        assertEquals(OptionalLong.of(2_000_000), machine.totalMemory());
        assertEquals(OptionalLong.of(1_500_000), machine.availableMemory());
        write("sys/fs/cgroup/user.slice/session-1.scope/memory.high", "1900000\n");
        write("sys/fs/cgroup/user.slice/session-1.scope/memory.current", "10\n");
        assertEquals(OptionalLong.of(1_900_000), machine.totalMemory(), "beyond it everything waits");
        assertEquals(OptionalLong.of(1_500_000), machine.availableMemory(),
            "the others of the slice have taken their part");
        assertEquals("1 MB in /sys/fs/cgroup/user.slice/session-1.scope", machine.containerLimit().orElseThrow());
    }

    /** In a name space of groups the path of a process outside leads up, out of what is mounted. */
    @Test
    void shouldTakeTheMountedGroupWhereThePathLeadsOutOfIt() throws IOException {
        final Machine machine = new Machine(root, 4);
        write("proc/meminfo", "MemTotal:       4000 kB\nMemAvailable:    3000 kB\n");
        write("proc/self/cgroup", "0::/../../system.slice/x.service\n");
        write("sys/fs/cgroup/memory.max", "1000000\n");
        assertEquals(OptionalLong.of(1_000_000), machine.totalMemory());
    }

    @Test
    void shouldReadGroupsOfTheFirstVersion() throws IOException {
        final Machine machine = new Machine(root, 4);
        write("proc/meminfo", "MemTotal:       4000 kB\nMemAvailable:    3000 kB\n");
        write("proc/self/cgroup", "5:cpu,cpuacct:/elsewhere\n4:memory:/docker/abc\n0::/\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertEquals(OptionalLong.of(4_000 * 1024), machine.totalMemory());
        assertTrue(machine.containerLimit().isEmpty());
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000\n");
        assertEquals(OptionalLong.of(1_000_000), machine.totalMemory(),
            "in a container its own group is mounted as the root");
        write("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "800000\n");
        write("sys/fs/cgroup/memory/docker/abc/memory.usage_in_bytes", "300000\n");
        write("sys/fs/cgroup/memory/docker/abc/memory.stat", "inactive_file 1\ntotal_inactive_file 100000\n");
        write("sys/fs/cgroup/memory/elsewhere/memory.limit_in_bytes", "1\n");
        assertEquals(OptionalLong.of(800_000), machine.totalMemory());
        assertEquals(OptionalLong.of(600_000), machine.availableMemory());
    }

    @Test
    void shouldKnowNothingWhereTheKernelSaysNothing() {
        final Machine machine = new Machine(root, 4);
        assertTrue(machine.totalMemory().isEmpty() && machine.availableMemory().isEmpty() && machine.load().isEmpty()
            && machine.onlineCores().isEmpty() && machine.transparentHugePages().isEmpty()
            && machine.sharedMemoryHugePages().isEmpty()
            && machine.residentMemory("self").isEmpty() && machine.sharedMemory().isEmpty());
    }

    /** Without /proc too: no output is taken for a terminal that is not known to be one. */
    @Test
    void shouldTakeForATerminalOnlyWhatTheKernelCallsOne() throws IOException {
        final Machine machine = new Machine(root, 4);
        assertFalse(machine.standardErrorIsTerminal() || machine.standardOutputIsTerminal());
        final Path descriptors = Files.createDirectories(root.resolve("proc/self/fd"));
        Files.createSymbolicLink(descriptors.resolve("1"), Path.of("/dev/pts/3"));
        for (final String other : new String[] {"pipe:[123]", "/dev/null", "/tmp/file", "/dev/ttyS0", "/dev/console"}) {
            Files.deleteIfExists(descriptors.resolve("2"));
            Files.createSymbolicLink(descriptors.resolve("2"), Path.of(other));
            assertEquals(other.matches("/dev/(tty|con).*"), machine.standardErrorIsTerminal(), other);
            assertTrue(machine.standardOutputIsTerminal());
        }
    }

    @Test
    void shouldReadTheRest() throws IOException {
        final Machine machine = new Machine(root, 4);
        write("proc/loadavg", "1.25 0.5 0.1 1/100 5\n");
        write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        write("sys/devices/system/cpu/online", "0-3,8,10-11\n");
        write("proc/12/status", "Name: x\nVmRSS:\t  2048 kB\n");
        assertEquals(1.25, machine.load().orElseThrow());
        assertEquals("madvise", machine.transparentHugePages().orElseThrow());
        write("proc/mounts",
            "proc /proc proc rw 0 0\ntmpfs /dev/shm tmpfs rw,size=1k 0 0\ntmpfs /run tmpfs rw,huge=always 0 0\n");
        assertEquals("never", machine.sharedMemoryHugePages().orElseThrow());
        write("proc/mounts", "tmpfs /dev/shm tmpfs rw,relatime,huge=within_size 0 0\n");
        assertEquals("within_size", machine.sharedMemoryHugePages().orElseThrow());
        assertEquals(7, machine.onlineCores().orElseThrow());
        assertEquals(2 << 20, machine.residentMemory("12").orElseThrow());
    }
}
