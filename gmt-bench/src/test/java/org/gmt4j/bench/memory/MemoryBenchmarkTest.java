package org.gmt4j.bench.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.gmt4j.bench.variant.Variant;
import org.junit.jupiter.api.Test;

class MemoryBenchmarkTest {
    @Test
    void shouldMeasureJobsThatAreNotProfiled() {
        assertEquals(Map.of("gmt.fibers", "8", "gmt.topology", "mfcg", "gmt.profile", "off"),
            MemoryBenchmark.settings(Map.of("gmt.nodes", "3", "gmt.fibers", "8", "gmt.transport", "ipc",
                "gmt.topology", "fcg", "gmt.profile", "on", "gmt.profile.folder", "/p", "gmt.profile.long", "5ms"),
                new Variant(Map.of(), Map.of("gmt.topology", "mfcg"))));
    }
}
