package org.gmt4j.bench.power;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EnergyMeterTest {
    @TempDir
    Path folder;

    private void zone(final String folderName, final String name, final long microjoules) throws IOException {
        final Path zone = Files.createDirectories(folder.resolve(folderName));
        Files.writeString(zone.resolve("name"), name + "\n");
        Files.writeString(zone.resolve("max_energy_range_uj"), "9999999\n");
        set(folderName, microjoules);
    }

    private void set(final String folderName, final long microjoules) throws IOException {
        Files.writeString(folder.resolve(folderName).resolve("energy_uj"), microjoules + "\n");
    }

    @Test
    void shouldSumPackagesAndNotTheirParts() throws IOException {
        zone("intel-rapl:0", "package-0", 1_000_000);
        zone("intel-rapl:0:0", "core", 5_000_000);
        zone("intel-rapl:1", "package-1", 2_000_000);
        Files.createDirectories(folder.resolve("intel-rapl"));
        final EnergyMeter meter = EnergyMeter.open(folder);
        set("intel-rapl:0", 1_500_000);
        set("intel-rapl:0:0", 9_000_000);
        set("intel-rapl:1", 4_000_000);
        assertEquals(2.5, meter.used(), 1e-9);
        assertEquals(2.5, meter.used(), 1e-9);
        assertEquals("J", meter.unit());
        assertTrue(meter.isOfMachine());
        assertFalse(meter.isProxy());
    }

    /** As on laptops: by registers, and by mapped ones; the system lists folders in any order. */
    @Test
    void shouldCountAPackageOnceThatIsShownTwice() throws IOException {
        for (final String[] names : new String[][] {{"intel-rapl:0", "intel-rapl-mmio:0", "package-0"},
            {"intel-rapl:1", "intel-rapl-mmio:1", "package-1"}}) {
            zone(names[1], names[2], 0);
            zone(names[0], names[2], 0);
        }
        zone("intel-rapl-mmio:2", "package-2", 0);
        final EnergyMeter meter = EnergyMeter.open(folder);
        for (final String counter : new String[] {"intel-rapl:0", "intel-rapl:1", "intel-rapl-mmio:2"}) {
            set(counter, 1_000_000);
        }
        set("intel-rapl-mmio:0", 5_000_000);
        set("intel-rapl-mmio:1", 5_000_000);
        assertEquals(3, meter.used(), 1e-9);
        assertTrue(meter.label().contains("of 3 processor package(s)") && meter.label().contains("without its memory"),
            meter.label());
    }

    @Test
    void shouldFollowACounterThatGoesRound() throws IOException {
        zone("intel-rapl:0", "package-0", 9_999_000);
        final EnergyMeter meter = EnergyMeter.open(folder);
        set("intel-rapl:0", 0);
        assertEquals(0.001, meter.used(), 1e-9);
        set("intel-rapl:0", 9_000_000);
        assertEquals(9.001, meter.used(), 1e-9);
        set("intel-rapl:0", 999_999);
        assertEquals(9.001 + 1.999_999 + 1e-6, meter.used(), 1e-5);
    }

    @Test
    void shouldTakeProcessorTimeWhereNoCounterCanBeRead() throws IOException {
        assertTrue(EnergyMeter.open(folder.resolve("missing")).isProxy());
        zone("intel-rapl:0:0", "core", 1);
        assertTrue(EnergyMeter.open(folder).isProxy(), "parts of packages only");
        zone("intel-rapl:0", "package-0", 1);
        Files.delete(folder.resolve("intel-rapl:0/energy_uj"));
        final EnergyMeter proxy = EnergyMeter.open(folder);
        assertTrue(proxy.isProxy());
        assertEquals("CPU s", proxy.unit());
        assertTrue(proxy.label().contains("proxy"), proxy.label());
    }

    @Test
    void shouldSayWhichCounterWasLost() throws IOException {
        zone("intel-rapl:0", "package-0", 1);
        final EnergyMeter meter = EnergyMeter.open(folder);
        Files.delete(folder.resolve("intel-rapl:0/energy_uj"));
        assertTrue(assertThrows(IllegalStateException.class, meter::used).getMessage().startsWith("GMT-293 "));
    }

    @Test
    void shouldCountProcessorTimeFromTheOpening() {
        final AtomicLong ns = new AtomicLong(5_000_000_000L);
        final EnergyMeter meter = new CpuTimeMeter(ns::get);
        ns.addAndGet(250_000_000);
        assertEquals(0.25, meter.used(), 1e-9);
        assertTrue(CpuTimeMeter.processNs() > 0);
    }
}
