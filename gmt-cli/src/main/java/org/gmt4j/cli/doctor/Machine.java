package org.gmt4j.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gmt4j.engine.memory.ContainerMemory;

/**
 * Facts of the kernel about this machine, read from {@code /proc} and {@code /sys}; empty where it says nothing
 * (another operating system). Immutable; any thread.
 */
public final class Machine {

    private static final int LARGEST_FILE_BYTES = 1 << 20;
    private static final long KB = 1024;

    private final Path root;
    private final int cores;

    /**
     * @param root  {@code /}, or a folder that looks like it
     * @param cores processors
     */
    public Machine(final Path root, final int cores) {
        this.root = root;
        this.cores = cores;
    }

    /** @return the machine that this process runs on */
    public static Machine ofProcess() {
        return new Machine(Path.of("/"), Runtime.getRuntime().availableProcessors());
    }

    /** @return processors that this process may use */
    public int cores() {
        return cores;
    }

    /** @return processors of the machine that are online */
    public OptionalLong onlineCores() {
        return read("sys/devices/system/cpu/online").map(Machine::countRanges).orElse(OptionalLong.empty());
    }

    /** Counts {@code 0-3,8,10-11}. */
    static OptionalLong countRanges(final String ranges) {
        long count = 0;
        for (final String range : ranges.strip().split(",")) {
            final Matcher ends = Pattern.compile("(\\d+)(?:-(\\d+))?").matcher(range);
            if (!ends.matches()) {
                return OptionalLong.empty();
            }
            final long first = Long.parseLong(ends.group(1));
            count += 1 + (ends.group(2) == null ? 0 : Long.parseLong(ends.group(2)) - first);
        }
        return OptionalLong.of(count);
    }

    /** @return bytes of memory of the machine or of the container, whichever is less */
    public OptionalLong totalMemory() {
        return least(memInfo("MemTotal"), new ContainerMemory(root).limit());
    }

    /** @return bytes that new processes can take without swapping */
    public OptionalLong availableMemory() {
        return least(memInfo("MemAvailable"), new ContainerMemory(root).left());
    }

    /**
     * @return the limit of a container around this process, and which group sets it; empty where the machine has less
     *         anyway
     */
    public Optional<String> containerLimit() {
        final ContainerMemory container = new ContainerMemory(root);
        final OptionalLong machine = memInfo("MemTotal");
        return container.limit().isPresent()
            && (machine.isEmpty() || container.limit().getAsLong() < machine.getAsLong())
            ? container.where().map(group -> container.limit().getAsLong() / (KB * KB) + " MB in " + group)
            : Optional.empty();
    }

    private OptionalLong memInfo(final String name) {
        final Optional<String> text = read("proc/meminfo");
        final OptionalLong kilobytes = text.isPresent() ? field(text.get(), "(?m)^" + name + ":\\s+(\\d+) kB")
            : OptionalLong.empty();
        return kilobytes.isPresent() ? OptionalLong.of(kilobytes.getAsLong() * KB) : kilobytes;
    }

    /** @return resident bytes of a process */
    public OptionalLong residentMemory(final String process) {
        final Optional<String> text = read("proc/" + process + "/status");
        final OptionalLong kilobytes = text.isPresent() ? field(text.get(), "(?m)^VmRSS:\\s+(\\d+) kB")
            : OptionalLong.empty();
        return kilobytes.isPresent() ? OptionalLong.of(kilobytes.getAsLong() * KB) : kilobytes;
    }

    /** @return largest socket receive buffer that may be asked for */
    public OptionalLong maxReceiveBuffer() {
        return number("proc/sys/net/core/rmem_max");
    }

    /** @return largest socket send buffer that may be asked for */
    public OptionalLong maxSendBuffer() {
        return number("proc/sys/net/core/wmem_max");
    }

    /** @return {@code always}, {@code madvise} or {@code never} */
    public Optional<String> transparentHugePages() {
        return read("sys/kernel/mm/transparent_hugepage/enabled").flatMap(text -> {
            final Matcher chosen = Pattern.compile("\\[(\\w+)]").matcher(text);
            return chosen.find() ? Optional.of(chosen.group(1)) : Optional.empty();
        });
    }

    /** @return runnable threads, mean of the last minute */
    public Optional<Double> load() {
        return read("proc/loadavg").map(text -> Double.parseDouble(text.substring(0, text.indexOf(' '))));
    }

    /** @return directory in memory for shared files, if there is one */
    public Optional<Path> sharedMemory() {
        final Path path = root.resolve("dev/shm");
        return Files.isDirectory(path) && Files.isWritable(path) ? Optional.of(path) : Optional.empty();
    }

    /**
     * @return when shared files in memory get huge pages: the mount's {@code huge=}, {@code never} where it says
     *         nothing
     */
    public Optional<String> sharedMemoryHugePages() {
        return read("proc/mounts").flatMap(text -> {
            final Matcher mount = Pattern.compile("(?m)^\\S+ /dev/shm tmpfs (\\S+)").matcher(text);
            if (!mount.find()) {
                return Optional.empty();
            }
            final Matcher huge = Pattern.compile("(?:^|,)huge=(\\w+)").matcher(mount.group(1));
            return Optional.of(huge.find() ? huge.group(1) : "never");
        });
    }

    /** @return is standard error a terminal? */
    public boolean standardErrorIsTerminal() {
        return isTerminal(2);
    }

    /** @return is standard output a terminal? */
    public boolean standardOutputIsTerminal() {
        return isTerminal(1);
    }

    private boolean isTerminal(final int descriptor) {
        try {
            final String target = Files.readSymbolicLink(root.resolve("proc/self/fd/" + descriptor)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (final IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private OptionalLong number(final String file) {
        final Optional<String> text = read(file);
        return text.isPresent() ? field(text.get(), "^(\\d+)") : OptionalLong.empty();
    }

    private static OptionalLong field(final String text, final String pattern) {
        final Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    private static OptionalLong least(final OptionalLong a, final OptionalLong b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.isPresent() ? a : b;
        }
        return OptionalLong.of(Math.min(a.getAsLong(), b.getAsLong()));
    }

    /**
     * With one read of the most that such files have: some kernels give one byte, and then nothing, to reads of one
     * byte of a sysctl file.
     */
    private Optional<String> read(final String file) {
        try (InputStream in = Files.newInputStream(root.resolve(file))) {
            return Optional.of(new String(in.readNBytes(LARGEST_FILE_BYTES), StandardCharsets.UTF_8));
        } catch (final IOException e) {
            return Optional.empty();
        }
    }
}
