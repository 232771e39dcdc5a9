package org.gmt4j.engine.container;

import org.agrona.UnsafeApi;

/**
 * Hashes of keys: each bit of a key changes each bit of its hash with a probability of about one half, so that owner,
 * shard and slot may be cut out of one hash. A seed of the container's own keeps the keys of one container, read in the
 * order of its slots, from filling the slots of another in a row. No state; per command.
 *
 * <pre>
 * 63 ............ 32 | 31 ............ 0
 * owner (upper end)    slot (lower end)
 *        shard (lower end)
 * </pre>
 *
 * @see "Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014 (the mix of SplittableRandom)"
 */
public final class KeyMix {
    private KeyMix() {
    }

    /** Returns the hash of a key of 8 bytes. */
    public static long hash(final long seed, final long key) {
        final long a = key + seed;
        final long b = (a ^ a >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        final long c = (b ^ b >>> 27) * 0x94D0_49BB_1331_11EBL;
        return c ^ c >>> 31;
    }

    /**
     * Returns the hash of a key of {@code length} bytes.
     *
     * @param address where the key is, with zeros behind it up to a multiple of 8
     */
    public static long hash(final long seed, final long address, final int length) {
        long hash = seed + length;
        for (long at = address; at < address + length; at += 8) {
            hash = hash(hash, UnsafeApi.getLong(at));
        }
        return length == 0 ? hash(hash, 0) : hash;
    }

    /** Returns which of {@code nodes} owns a key with a hash. */
    public static int owner(final long hash, final int nodes) {
        return (int) ((hash >>> 32) * nodes >>> 32);
    }

    /** Returns which of {@code shards}, a power of two up to 65,536, of its owner a key with a hash is in. */
    static int shard(final long hash, final int shards) {
        return (int) (hash >>> 32) & shards - 1;
    }
}
