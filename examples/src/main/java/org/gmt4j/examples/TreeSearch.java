package org.gmt4j.examples;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.gmt4j.GlobalBag;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtResult;

/**
 * Counts the vertices of T1, a geometric tree of the Unbalanced Tree Search benchmark (Olivier et al., LCPC 2006): the
 * SHA-1 of a vertex and a number is its child. Shows a bag of records that grows while it is emptied, and is dealt
 * anew. T1 has 4,130,071 vertices. <pre>./gmt run --classes examples/target/classes TreeSearch -n 2 -- DEPTH</pre>
 */
public final class TreeSearch {
    private static final double LOG = Math.log(1 - 1 / (1 + 4.0));         // 4 children of a vertex in the mean

    private TreeSearch() {
    }

    public static void main(final String[] args) {
        final int depth = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        GmtCluster.main(cluster -> {
            final long count = count(cluster, depth);
            if (depth == 10) {                                             // the size of no other tree is known here
                GmtResult.verified(count == 4_130_071);
            }
            System.out.println(count + " vertices");
        });
    }

    static long count(final GmtCluster cluster, final int depth) {
        return cluster.call(ctx -> {
            final GlobalBag vertices = GlobalBag.allocate(ctx, 3);         // records of three longs: 20 bytes
            vertices.add(ctx, child(ByteBuffer.allocate(20).putInt(16, 19)), 0);      // the root
            long count = 1;
            for (int level = 0; level < depth; level++, count += vertices.size(ctx)) {
                vertices.drainRecords(ctx, (vertex, c) -> {                // runs on all nodes
                    final int children = (int) (Math.log(1 - (vertex[2] >> 32 & Integer.MAX_VALUE) / 0x1p31) / LOG);
                    final ByteBuffer bytes = ByteBuffer.allocate(24);
                    bytes.asLongBuffer().put(vertex);
                    for (int i = 0; i < children; i++) {
                        vertices.add(c, child(bytes.putInt(20, i)), 0);
                    }
                });
                vertices.rebalance(ctx);                                   // each node as many
            }
            return count;
        });
    }

    private static long[] child(final ByteBuffer bytes) {
        try {
            final ByteBuffer hash = ByteBuffer.wrap(MessageDigest.getInstance("SHA-1").digest(bytes.array()));
            return new long[] {hash.getLong(), hash.getLong(), (long) hash.getInt() << 32};
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
