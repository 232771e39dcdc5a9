package org.gmt4j.engine.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CpuFrequencyTest {
    private static final String HIGH = "2330000";
    private static final String LOW = "1900000";

    @TempDir
    Path folder;
    private final AtomicInteger cpu = new AtomicInteger();

    @BeforeEach
    void makePolicies() throws IOException {
        policy("policy0", "0");
        policy("policy1", "1 2");
    }

    private void policy(final String name, final String cpus) throws IOException {
        final Path policy = Files.createDirectories(folder.resolve(name));
        Files.writeString(policy.resolve("scaling_max_freq"), HIGH + "\n");
        Files.writeString(policy.resolve("scaling_min_freq"), LOW + "\n");
        Files.writeString(policy.resolve("affected_cpus"), cpus + "\n");
        Files.writeString(policy.resolve("scaling_governor"), "performance\n");
    }

    private String bound(final String policy) throws IOException {
        return Files.readString(folder.resolve(policy).resolve("scaling_max_freq")).strip();
    }

    private CpuFrequency enabled() {
        final CpuFrequency frequency = CpuFrequency.open(folder, cpu::get);
        assertTrue(frequency.isPossible(), frequency.obstacle());
        frequency.enable();
        return frequency;
    }

    @Test
    void shouldLowerDuringALongWaitAndGiveBack() throws IOException {
        try (CpuFrequency frequency = enabled()) {
            final WaitEffect effect = frequency.effect();
            assertFalse(effect.isWanted(500_000, Expecting.REPLIES));
            assertTrue(effect.isWanted(500_000, Expecting.BULK));
            assertTrue(effect.isWanted(2_000_000, Expecting.NOTHING));
            effect.begin();
            assertEquals(LOW, bound("policy0"));
            assertEquals(HIGH, bound("policy1"));
            cpu.set(1);                                  // the thread wakes elsewhere
            effect.end();
            assertEquals(HIGH, bound("policy0"));
        }
        assertEquals("performance", Files.readString(folder.resolve("policy0/scaling_governor")).strip());
    }

    @Test
    void shouldLowerSharedProcessorsOnlyWhenAllWait() throws IOException {
        try (CpuFrequency frequency = enabled()) {
            cpu.set(1);
            final WaitEffect first = frequency.effect();
            final WaitEffect second = frequency.effect();
            first.begin();
            assertEquals(HIGH, bound("policy1"));
            second.begin();
            assertEquals(LOW, bound("policy1"));
            first.end();
            assertEquals(HIGH, bound("policy1"));
            second.end();
        }
    }

    @Test
    void shouldChangeNothingBeforeAllNodesHaveMetOrAfterClose() throws IOException {
        final CpuFrequency frequency = CpuFrequency.open(folder, cpu::get);
        final WaitEffect effect = frequency.effect();
        assertFalse(effect.isWanted(Long.MAX_VALUE, Expecting.NOTHING));
        frequency.enable();
        effect.begin();
        assertEquals(LOW, bound("policy0"));
        frequency.close();
        frequency.close();
        assertEquals(HIGH, bound("policy0"));
        assertFalse(effect.isWanted(Long.MAX_VALUE, Expecting.NOTHING));
        effect.end();
        effect.begin();
        assertEquals(HIGH, bound("policy0"));
    }

    @Test
    void shouldGiveBackAndStopWhenAFileFails() throws IOException {
        policy("policy3", "3");
        try (CpuFrequency frequency = enabled()) {
            final WaitEffect good = frequency.effect();
            good.begin();
            assertEquals(LOW, bound("policy0"));
            final Path broken = folder.resolve("policy3/scaling_max_freq");
            Files.delete(broken);
            Files.createDirectory(broken);               // cannot be written, by root neither
            cpu.set(3);
            frequency.effect().begin();
            assertEquals(HIGH, bound("policy0"), "others are given back as well");
            assertFalse(good.isWanted(Long.MAX_VALUE, Expecting.NOTHING));
            good.end();
        }
    }

    @Test
    void shouldSayWhyItIsNotPossible() throws IOException {
        final CpuFrequency none = CpuFrequency.open(folder.resolve("missing"), cpu::get);
        assertFalse(none.isPossible());
        assertTrue(none.obstacle().contains("missing"), none.obstacle());
        assertSame(WaitEffect.NONE, none.effect());
        final CpuFrequency empty = CpuFrequency.open(Files.createDirectories(folder.resolve("empty")), cpu::get);
        assertTrue(empty.obstacle().contains("no frequency policy"), empty.obstacle());
        empty.enable();
        empty.close();
        Files.writeString(folder.resolve("policy1/scaling_max_freq"), "<unknown>");
        assertFalse(CpuFrequency.open(folder, cpu::get).isPossible());
    }

    @Test
    void shouldChangeNothingOnUnknownProcessors() throws IOException {
        try (CpuFrequency frequency = enabled()) {
            cpu.set(-1);
            final WaitEffect effect = frequency.effect();
            effect.begin();
            effect.end();
            assertEquals(HIGH, bound("policy0"));
        }
    }

    @Test
    void shouldReadTheProcessorBehindANameWithBlanks() {
        final StringBuilder stat = new StringBuilder("4711 (gmt 0) (x) R");
        for (int field = 4; field < 39; field++) {
            stat.append(' ').append(field);
        }
        assertEquals(5, CurrentCpu.parse(stat + " 5 0 0"));
    }
}
