package org.gmt4j.bench.transpose;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gmt4j.GmtCluster;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.MatrixSpec;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The proof, given what it must find wrong. */
@Timeout(60)
final class TransposeBodiesTest {
    /** Memory that is cleared, and that nobody has turned a matrix into. */
    @ParameterizedTest
    @CsvSource({"1,1", "1,5", "3,1", "3,5"})
    void shouldFindEveryElementOfClearedMemoryWrong(final int nodes, final int size) {
        try (GmtCluster cluster = GmtCluster.local(nodes, TransposeBodies.class)) {
            final long wrong = cluster.call(ctx -> {
                final GlobalMatrix turned = GlobalMatrix.create(ctx, MatrixSpec.ints(size, size));
                return ctx.callOnAll(node -> TransposeBodies.wrong(node, turned));
            }).stream().mapToLong(Long::longValue).sum();
            assertEquals((long) size * size, wrong);
        }
    }
}
