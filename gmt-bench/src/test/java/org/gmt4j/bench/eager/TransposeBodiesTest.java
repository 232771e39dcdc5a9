package org.gmt4j.bench.eager;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import org.gmt4j.GmtCluster;
import org.gmt4j.armci.ArmciMemory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proof, given what it must find wrong. */
@Timeout(60)
final class TransposeBodiesTest {
    /** One row on each node, of memory that is cleared and that nobody has transposed anything into. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldFindClearedMemoryWrong(final int nodes) {
        try (GmtCluster cluster = GmtCluster.local(nodes, TransposeBodies.class)) {
            final long[] bytes = new long[nodes];
            Arrays.fill(bytes, (long) Integer.BYTES * nodes);
            final ArmciMemory source = cluster.armci().allocate(bytes);
            final ArmciMemory target = cluster.armci().allocate(bytes);
            cluster.run(ctx -> ctx.executeOnAll(TransposeBodies.fill(source, target, nodes)));
            assertEquals(Collections.nCopies(nodes, false),
                cluster.call(ctx -> ctx.callOnAll(TransposeBodies.isTransposed(target, nodes))));
            cluster.run(ctx -> ctx.executeOnAll(TransposeBodies.transpose(source, target, nodes, true, 1)));
            assertEquals(Collections.nCopies(nodes, true),
                cluster.call(ctx -> ctx.callOnAll(TransposeBodies.isTransposed(target, nodes))));
        }
    }
}
