package org.gmt4j.bench.scale.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.gmt4j.bench.scale.statistics.LaunchSamples.Launch;
import org.gmt4j.cli.result.ConfidenceInterval;
import org.junit.jupiter.api.Test;

class LaunchSamplesTest {
    static LaunchSamples samples(final double[]... launches) {
        final Launch[] all = new Launch[launches.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Launch(i + 1, launches[i]);
        }
        return new LaunchSamples(List.of(all));
    }

    private static double[] of(final double... values) {
        return values;
    }

    @Test
    void shouldTakeAllSamplesTogether() {
        final LaunchSamples samples = samples(of(4, 1), of(3, 2));
        assertArrayEquals(of(4, 1, 3, 2), samples.all());
        assertEquals(2.5, samples.statistics().median());
    }

    /** Medians of the launches: 2, 20, 11. Three launches are all on one side with 2 / 8. */
    @Test
    void shouldGoByLaunchesWhereThereAreSeveral() {
        assertEquals(Optional.of(new ConfidenceInterval(2, 20, 0.75)),
            samples(of(1, 2, 3), of(10, 20, 30), of(11)).interval());
    }

    /** As in the order statistics of six: 1 - 2 / 64. */
    @Test
    void shouldGoBySamplesWithinOneLaunch() {
        assertEquals(Optional.of(new ConfidenceInterval(1, 6, 1 - 2 / 64.0)),
            samples(of(6, 5, 4, 3, 2, 1)).interval().map(
            found -> new ConfidenceInterval(found.low(), found.high(), Math.round(found.coverage() * 64) / 64.0)));
        assertEquals(Optional.empty(), samples(of(1)).interval());
    }

    @Test
    void shouldRefuseNothing() {
        assertThrows(IllegalArgumentException.class, () -> samples());
        assertThrows(IllegalArgumentException.class, () -> samples(of()));
    }
}
