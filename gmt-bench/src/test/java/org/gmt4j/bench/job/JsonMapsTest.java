package org.gmt4j.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonMapsTest {
    /** Programs report factorials, and rates of more than 9 exa are written in plain digits. */
    @Test
    void shouldReadWholeNumbersOfAnyLength() throws Exception {
        final BigInteger large = BigInteger.ONE.shiftLeft(64);
        assertEquals(Map.of("factorial", large, "samples", List.of(large.negate(), 7L, 0.5)),
            JsonMaps.read("{\"factorial\": " + large + ", \"samples\": [-" + large + ", 7, 0.5]}"));
    }
}
