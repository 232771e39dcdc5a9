package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.gmt4j.engine.memory.StridedWalk;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copies from pattern to pattern are what packing and unpacking would have done. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StridedCopyTest {
    private static final long BYTES = UnsafeApi.arrayBaseOffset(byte[].class);
    private static final int LENGTH = 40_000;

    private static StridedWalk walk(final boolean isSimple, final long run, final long... countsAndStrides) {
        final StridedWalk walk = new StridedWalk();
        walk.reset(run, countsAndStrides.length / 2);
        for (int i = 0; i < countsAndStrides.length; i += 2) {
            walk.level(i / 2, countsAndStrides[i], countsAndStrides[i + 1]);
        }
        if (isSimple) {
            walk.simplify();
        }
        return walk;
    }

    private static StridedWalk walk(final boolean isSimple, final long[] counts, final long[] strides) {
        final long[] levels = new long[strides.length * 2];
        for (int i = 0; i < strides.length; i++) {
            levels[2 * i] = counts[i + 1];
            levels[2 * i + 1] = strides[i];
        }
        return walk(isSimple, counts[0], levels);
    }

    /** In pieces of random lengths, and from a random position on. */
    private static void check(final StridedWalk from, final long fromOffset, final StridedWalk to, final long toOffset,
                              final SplittableRandom random) {
        final int total = (int) from.total();
        final byte[] source = new byte[LENGTH];
        random.nextBytes(source);
        final byte[] packed = new byte[total];
        final byte[] expected = new byte[LENGTH];
        final int first = random.nextBoolean() ? 0 : random.nextInt(total);
        from.seek(first);
        to.seek(first);
        from.gather(source, BYTES + fromOffset, packed, BYTES, total - first);
        to.scatter(packed, BYTES, expected, BYTES + toOffset, total - first);
        final byte[] found = new byte[LENGTH];
        from.seek(first);
        to.seek(first);
        for (int at = first; at < total; ) {
            final int piece = Math.min(total - at, random.nextInt(3) == 0 ? total : 1 + random.nextInt(100));
            from.copy(source, BYTES + fromOffset, to, found, BYTES + toOffset, piece);
            at += piece;
        }
        assertArrayEquals(expected, found, () -> from + " to " + to);
    }

    @RepeatedTest(20)
    void shouldCopyLikePackingAndUnpacking() {
        final SplittableRandom random = new SplittableRandom();
        for (int i = 0; i < 40; i++) {
            final PatchPair p = PatchPair.next(random, 1 + random.nextInt(8), 1 + random.nextInt(9), LENGTH, LENGTH);
            check(walk(random.nextBoolean(), p.counts, p.localStrides), p.localOffset,
                walk(random.nextBoolean(), p.counts, p.remoteStrides),
                p.remoteOffset, random);
        }
    }

    @Test
    void shouldCopyBetweenRunsOfDifferentLengths() {
        final SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 20; i++) {
            check(walk(true, 24, 10, 40), 3, walk(true, 16, 15, 17), 1, random);
            check(walk(true, 8, 6, 8, 5, 100), 0, walk(true, 8, 30, 24), 0, random);
            check(walk(true, 240), 7, walk(true, 1, 240, 3), 0, random);
            check(walk(true, 240), 7, walk(true, 240), 0, random);
            check(walk(true, 5, 6, 9, 8, 70), 7, walk(true, 30, 8, 31), 0, random);
            check(walk(true, 30, 8, 31), 2, walk(true, 5, 6, 9, 8, 70), 7, random);
            check(walk(true, 8, 5, 9, 7, 70), 1, walk(true, 56, 5, 57), 0, random);
        }
    }
}
