package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** References to methods that wait, and whose result is a type parameter. */
@Timeout(240)
class GenericReferenceTest {
    record Box<T>(GlobalLongArray a, T value) {
        T at(final long index, final TaskContext ctx) throws SuspendExecution {
            a.get(ctx, index);
            return value;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldWaitInReferenceThatUnboxes(final int nodes) {
        try (GmtCluster cluster = GmtCluster.builder().nodes(nodes).register(GenericReferenceTest.class).start()) {
            final long sum = cluster.call(ctx -> {
                final Box<Long> box = new Box<>(GlobalLongArray.allocate(ctx, 1000), 7L);
                return ctx.sum(1000, 10, box::at);
            });
            assertEquals(7000, sum);
        }
    }

    /** Java's serialisation looks for the reference by the name of its method. */
    @Test
    void shouldSerialiseReferenceAsJavaDoes() throws IOException, ClassNotFoundException {
        final LongIndexFunction function = new Fixed<>(5)::at;
        final LongIndexFunction without = GenericReferenceTest::nothing;
        final LongIndexFunction copy = copied(function);
        final LongIndexFunction copyWithout = copied(without);
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(GenericReferenceTest.class).start()) {
            assertEquals(500, cluster.<Long>call(ctx -> ctx.sum(100, 10, copy)));
            assertEquals(0, cluster.<Long>call(ctx -> ctx.sum(100, 10, copyWithout)));
        }
    }

    record Fixed<T>(T value) implements Serializable {
        T at(final long index, final TaskContext ctx) throws SuspendExecution {
            ctx.yield();
            return value;
        }
    }

    @SuppressWarnings("unchecked")      // called for boxes of long only
    private static <T> T nothing(final long index, final TaskContext ctx) throws SuspendExecution {
        ctx.yield();
        return (T) Long.valueOf(0);
    }

    private static LongIndexFunction copied(final LongIndexFunction function) throws IOException,
        ClassNotFoundException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(function);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (LongIndexFunction) in.readObject();
        }
    }

    @Test
    void shouldWaitInReferenceThatAnotherBodyCaptures() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(GenericReferenceTest.class).start()) {
            final double sum = cluster.call(ctx -> {
                final Box<Double> box = new Box<>(GlobalLongArray.allocate(ctx, 100), 0.5);
                final DoubleIndexFunction function = box::at;
                return ctx.sumDouble(100, 10, (i, c) -> function.apply(99 - i, c));
            });
            assertEquals(50, sum);
        }
    }
}
