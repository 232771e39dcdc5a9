package org.gmt4j.engine.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory that control groups leave to this process. A group's limit holds for all groups below it, so that all
 * ancestors count; both versions are read, as one machine may have both. Immutable; any thread.
 *
 * @see "Linux kernel documentation, admin-guide/cgroup-v2 (memory.max, memory.high) and cgroup-v1/memory
 *     (memory.limit_in_bytes)"
 */
public final class ContainerMemory {
    private static final long MAX_PLAUSIBLE_BYTES = 1L << 50;   // version 1 says "unlimited" with a huge number

    /**
     * One version's names. {@code memory.high} does not end a process, but makes one that exceeds it wait without end.
     */
    private enum Version {
        ONE(List.of("sys/fs/cgroup/memory"), List.of("memory.limit_in_bytes"), "memory.usage_in_bytes",
            "(?m)^total_inactive_file (\\d+)"),
        TWO(List.of("sys/fs/cgroup", "sys/fs/cgroup/unified"), List.of("memory.max", "memory.high"),
            "memory.current", "(?m)^inactive_file (\\d+)");

        private final List<String> mounts;
        private final List<String> limits;
        private final String used;
        private final String reclaimable;

        Version(final List<String> mounts, final List<String> limits, final String used, final String reclaimable) {
            this.mounts = mounts;
            this.limits = limits;
            this.used = used;
            this.reclaimable = reclaimable;
        }

        boolean is(final String controllers) {
            return this == TWO ? controllers.isEmpty() : List.of(controllers.split(",")).contains("memory");
        }
    }

    /** A group with a limit. */
    private record Group(Path folder, Version version, long limit, long used, long reclaimable) {
        /** Page cache counts as used by the group, but gives way. */
        long left() {
            return Math.max(0, Math.min(limit, limit - used + reclaimable));
        }
    }

    private final Path root;
    private final List<Group> groups = new ArrayList<>();

    /** @param root {@code /}, or a folder that looks like it */
    public ContainerMemory(final Path root) {
        this.root = root;
        for (final Version version : Version.values()) {
            for (final String mount : version.mounts) {
                addAll(version, root.resolve(mount));
            }
        }
    }

    /**
     * From the process's own group up to the mounted one; in a container the path may be the host's, or lead out of the
     * mount, and only the last is there.
     */
    private void addAll(final Version version, final Path mount) {
        final Path own = mount.resolve(own(version)).normalize();
        for (Path folder = own.startsWith(mount) ? own : mount; folder != null && folder.startsWith(mount);
            folder = folder.getParent()) {
            for (final String name : version.limits) {
                final OptionalLong limit = number(folder.resolve(name), "^(\\d+)");
                if (limit.isPresent() && limit.getAsLong() < MAX_PLAUSIBLE_BYTES) {
                    groups.add(new Group(folder, version, limit.getAsLong(),
                        number(folder.resolve(version.used), "^(\\d+)").orElse(0),
                        number(folder.resolve("memory.stat"), version.reclaimable).orElse(0)));
                }
            }
        }
    }

    /** The path of this process's group, without the leading slash. */
    private String own(final Version version) {
        for (final String line : read(root.resolve("proc/self/cgroup")).orElse("").split("\n")) {
            final String[] parts = line.split(":", 3);
            if (parts.length == 3 && version.is(parts[1])) {
                return parts[2].replaceFirst("^/+", "");
            }
        }
        return "";
    }

    /** @return the lowest limit of all groups around this process, nothing without one */
    public OptionalLong limit() {
        return groups.stream().mapToLong(Group::limit).min();
    }

    /** @return bytes that can still be taken below all limits, nothing without one */
    public OptionalLong left() {
        return groups.stream().mapToLong(Group::left).min();
    }

    /** @return which group has the lowest limit */
    public Optional<String> where() {
        return groups.stream().min((a, b) -> Long.compare(a.limit, b.limit))
            .map(group -> "/" + root.relativize(group.folder));
    }

    private static OptionalLong number(final Path file, final String pattern) {
        final Matcher matcher = Pattern.compile(pattern).matcher(read(file).orElse(""));
        return matcher.find() && matcher.group(1).length() < 19 ? OptionalLong.of(Long.parseLong(matcher.group(1)))
            : OptionalLong.empty();
    }

    private static Optional<String> read(final Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (final IOException e) {
            return Optional.empty();
        }
    }
}
