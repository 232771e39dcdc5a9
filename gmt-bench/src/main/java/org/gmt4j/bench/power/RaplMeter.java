package org.gmt4j.bench.power;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Energy of all processor packages by the kernel's counters (RAPL). The cores of a package are in folders of their own
 * and not counted again; its memory is in such a folder too, is no part of the package's count, and left out. Many
 * machines show a package twice, by its registers and by mapped ones (MMIO): it is counted once.
 *
 * @see "Linux, Documentation/power/powercap/powercap.rst"
 */
final class RaplMeter implements EnergyMeter {
    private static final String MAPPED = "intel-rapl-mmio";

    private final List<Zone> zones;
    private double joules;

    /** One package's counter, which goes round. */
    private static final class Zone {
        private final Path counter;
        private final long range;
        private long last;

        Zone(final Path folder) throws IOException {
            counter = folder.resolve("energy_uj");
            range = number(folder.resolve("max_energy_range_uj"));
            last = number(counter);
        }

        /** Microjoules since the last call. */
        long more() throws IOException {
            final long now = number(counter);
            final long more = now >= last ? now - last : range - last + now + 1;
            last = now;
            return more;
        }

        private static long number(final Path file) throws IOException {
            return Long.parseLong(Files.readString(file).strip());
        }
    }

    private RaplMeter(final List<Zone> zones) {
        this.zones = zones;
    }

    /** Null when no package has a counter that can be read. */
    static RaplMeter open(final Path folder) {
        final Map<String, Path> packages = new TreeMap<>();
        final List<Zone> zones = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, "*:*")) {
            for (final Path zone : folders) {
                final String name = Files.isReadable(zone.resolve("name"))
                    ? Files.readString(zone.resolve("name")).strip() : "";
                if (name.startsWith("package")) {
                    packages.merge(name, zone, RaplMeter::better);
                }
            }
            for (final Path zone : packages.values()) {
                zones.add(new Zone(zone));
            }
        } catch (final IOException | RuntimeException e) {
            return null;
        }
        return zones.isEmpty() ? null : new RaplMeter(zones);
    }

    private static Path better(final Path zone, final Path other) {
        return zone.getFileName().toString().startsWith(MAPPED) ? other : zone;
    }

    @Override
    public double used() {
        for (final Zone zone : zones) {
            try {
                joules += zone.more() / 1e6;
            } catch (final IOException | NumberFormatException e) {
                throw new IllegalStateException("GMT-293 the energy counter " + zone.counter
                    + " cannot be read any more", e);
            }
        }
        return joules;
    }

    @Override
    public String unit() {
        return "J";
    }

    @Override
    public String label() {
        return "energy of " + zones.size() + " processor package(s) of the whole machine, without its memory (RAPL)";
    }

    @Override
    public boolean isOfMachine() {
        return true;
    }

    @Override
    public boolean isProxy() {
        return false;
    }
}
