package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.ServiceLoader;
import org.gmt4j.cli.GmtApp;
import org.junit.jupiter.api.Test;

/** {@code gmt estimate} and {@code gmt scale} have applications and benchmarks side by side. */
class CommandNamesTest {
    @Test
    void shouldNameApplicationsAndBenchmarksDifferently() {
        final List<String> names = ServiceLoader.load(GmtApp.class).stream().map(app -> app.get().name()).sorted()
            .toList();
        assertTrue(names.contains("kcore") && names.contains("gups"), names::toString);
        assertEquals(names.stream().distinct().toList(), names);
    }
}
