package org.gmt4j.bench.randomaccess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UpdateStreamTest {
    /** Words after which the stream repeats, as the HPC Challenge states. */
    private static final long PERIOD = 1_317_624_576_693_539_401L;

    @Test
    void shouldJumpWhereStepsLead() {
        long word = 1;
        for (long position = 0; position < 5000; position++) {
            assertEquals(word, UpdateStream.at(position), "position " + position);
            word = UpdateStream.next(word);
        }
    }

    @Test
    void shouldJumpFarAsByTwoJumpsAndSteps() {
        final SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 500; i++) {
            final long far = random.nextLong(1L << 62);
            final int near = random.nextInt(100);
            long word = UpdateStream.at(far);
            for (int step = 0; step < near; step++) {
                word = UpdateStream.next(word);
            }
            assertEquals(word, UpdateStream.at(far + near), far + " and " + near);
            assertEquals(UpdateStream.product(UpdateStream.at(far), UpdateStream.at(near)), word);
        }
    }

    @Test
    void shouldRepeatAfterThePeriod() {
        assertEquals(1, UpdateStream.at(PERIOD));
        assertEquals(UpdateStream.at(123), UpdateStream.at(PERIOD + 123));
    }

    /** By hand: powers of two until the top bit falls out, which brings x^2 + x + 1. */
    @Test
    void shouldBeginWithPowersOfTwo() {
        assertEquals(1L << 63, UpdateStream.at(63));
        assertEquals(7, UpdateStream.at(64));
        assertEquals(14, UpdateStream.at(65));
        assertThrows(IllegalArgumentException.class, () -> UpdateStream.at(-1));
    }
}
