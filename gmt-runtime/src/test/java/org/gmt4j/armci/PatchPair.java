package org.gmt4j.armci;

import java.util.SplittableRandom;
import org.gmt4j.Patch;

/** A random sub-block of a random array of 1 to 8 dimensions, on both sides, and the slow way to walk it. */
final class PatchPair {
    final long[] counts;
    final long[] localStrides;
    final long[] remoteStrides;
    final long localOffset;
    final long remoteOffset;

    private final boolean fits;

    /** @param unit bytes of an element; what the remote side is a multiple of, too */
    private PatchPair(final SplittableRandom random, final int dimensions, final int unit, final long localBytes,
                  final long remoteBytes) {
        counts = new long[dimensions];
        localStrides = new long[dimensions - 1];
        remoteStrides = new long[dimensions - 1];
        final int most = dimensions <= 2 ? 70 : dimensions <= 4 ? 9 : 3;
        long local = 1;
        long remote = 1;
        for (int i = 0; i < dimensions; i++) {
            counts[i] = 1L + random.nextInt(most);
            final int here = (int) counts[i] + random.nextInt(3) / 2;
            final int there = (int) counts[i] + random.nextInt(3) / 2;
            if (i == 0) {
                counts[0] *= unit;
                local = (long) here * unit;
                remote = (long) there * unit;
            } else {
                localStrides[i - 1] = local;
                remoteStrides[i - 1] = remote;
                local *= here;
                remote *= there;
            }
        }
        fits = local <= localBytes && remote <= remoteBytes;
        localOffset = fits ? random.nextLong(localBytes - local + 1) : 0;
        remoteOffset = fits ? random.nextLong((remoteBytes - remote) / unit + 1) * unit : 0;
    }

    /** The next that fits both sides. */
    static PatchPair next(final SplittableRandom random, final int dimensions, final int unit, final long localBytes,
                      final long remoteBytes) {
        PatchPair pair;
        do {
            pair = new PatchPair(random, dimensions, unit, localBytes, remoteBytes);
        } while (!pair.fits);
        return pair;
    }

    Patch local() {
        return side(localOffset, localStrides, counts);
    }

    Patch remote() {
        return side(remoteOffset, remoteStrides, counts);
    }

    /** A patch in ARMCI's words: {@code counts} has one entry more, the first in bytes. */
    static Patch side(final long offset, final long[] strides, final long[] counts) {
        Patch patch = Patch.of(offset, counts[0]);
        for (int i = 0; i < strides.length; i++) {
            patch = patch.times(counts[i + 1], strides[i]);
        }
        return patch;
    }

    /** What is done with the bytes of two runs. */
    interface Run {
        void at(int local, int remote, int bytes);
    }

    void forEachRun(final Run run) {
        walk(counts.length - 1, localOffset, remoteOffset, run);
    }

    private void walk(final int level, final long local, final long remote, final Run run) {
        if (level == 0) {
            run.at((int) local, (int) remote, (int) counts[0]);
            return;
        }
        for (long i = 0; i < counts[level]; i++) {
            walk(level - 1, local + i * localStrides[level - 1], remote + i * remoteStrides[level - 1], run);
        }
    }
}
