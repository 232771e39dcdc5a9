package org.gmt4j.quasar.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import co.paralleluniverse.asm.Type;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.quasar.check.CapturedStores.Finding;
import org.junit.jupiter.api.Test;

/** Which methods of captured objects the check follows. The static methods here stand for bodies. */
class CapturedStoresTest {
    private static final String NOTHING = "nothing";

    private interface Weight {
        long of(long index);
    }

    /** Not final, as most classes of programs. */
    private static class Table implements Weight {
        private final long[] weights = {1, 2, 3};
        @SuppressWarnings("unused")     // written
        private transient long calls;

        @Override
        public long of(final long index) {
            calls++;
            return note(weights[(int) index]);
        }

        long note(final long weight) {
            return weight;
        }
    }

    private static final class Noting extends Table {
        private long noted;

        @Override
        long note(final long weight) {
            noted = weight;
            return noted;
        }
    }

    private static class Counting implements Weight {
        long count;

        @Override
        public long of(final long index) {
            count += index;
            return count;
        }
    }

    private static final class Quiet extends Counting {
        @Override
        public long of(final long index) {
            return index;
        }
    }

    private record Held(Counting counting) {
    }

    private static long ofTable(final Table table, final long index) {
        return table.of(index);
    }

    private static long ofWeight(final Weight weight, final long index) {
        return weight.of(index);
    }

    /** Has the method from its interface only. */
    private abstract static class Inheriting implements Weight {
    }

    private static final class Leaf {
        private final long[] weights = {1, 2, 3};

        long of(final long index) {
            return weights[(int) index];
        }
    }

    private static final class JavaCounting implements java.util.function.LongUnaryOperator {
        private long count;

        @Override
        public long applyAsLong(final long index) {
            count += index;
            return count;
        }
    }

    private static long ofLeaf(final Leaf leaf, final long index) {
        return leaf.of(index);
    }

    private static long ofJava(final java.util.function.LongUnaryOperator weight, final long index) {
        return weight.applyAsLong(index);
    }

    private static long ofInherited(final Inheriting weight, final long index) {
        return weight.of(index);
    }

    private static long ofCounting(final Counting counting, final long index) {
        return counting.of(index);
    }

    private static long ofHeld(final Held held, final long index) {
        return held.counting().of(index);
    }

    private static long ofOwn(final Counting read, final long index) {
        final Counting own = new Counting();
        own.count = read.count;
        return own.of(index);
    }

    @Test
    void shouldFollowTheDeclaredClassBeforeTheRun() {
        assertEquals("captured variable 'table': its method note() is not known yet", found("ofTable"));
        assertEquals(NOTHING, found("ofLeaf"));
        assertEquals("captured variable 'weight': its method applyAsLong() is not known yet", found("ofJava"));
        assertEquals("captured variable 'weight': its method of() is not known yet", found("ofInherited"));
        assertEquals("captured variable 'counting': field 'count' is stored", found("ofCounting"));
        assertEquals("counting() of captured variable 'held': field 'count' is stored", found("ofHeld"));
        assertEquals("captured variable 'weight': its method of() is not known yet", found("ofWeight"));
        assertEquals(NOTHING, found("ofOwn"));
    }

    @Test
    void shouldFollowTheClassOfTheObjectWhereItIsKnown() {
        assertEquals(NOTHING, found("ofTable", Table.class));
        assertEquals("captured variable 'table': field 'noted' is stored", found("ofTable", Noting.class));
        assertEquals("captured variable 'weight': field 'count' is stored", found("ofWeight", Counting.class));
        assertEquals(NOTHING, found("ofWeight", Table.class));
        assertEquals("captured variable 'weight': field 'count' is stored", found("ofJava", JavaCounting.class));
        assertEquals(NOTHING, found("ofWeight", Quiet.class));
        assertEquals(NOTHING, found("ofCounting", Quiet.class));
        assertEquals("counting() of captured variable 'held': field 'count' is stored", found("ofHeld", Held.class));
        final Weight lambda = index -> index;
        assertEquals(NOTHING, found("ofWeight", lambda.getClass()));
    }

    private static String found(final String body, final Class<?>... ofCaptured) {
        final ClassNodes classes = new ClassNodes(CapturedStoresTest.class.getClassLoader());
        final CapturedStores stores = ofCaptured.length == 0 ? new CapturedStores(classes)
            : new CapturedStores(classes, List.of(Type.getInternalName(ofCaptured[0])));
        return Arrays.stream(CapturedStoresTest.class.getDeclaredMethods()).filter(m -> m.getName().equals(body))
            .findFirst().flatMap(method -> stores.inLambda(Type.getInternalName(CapturedStoresTest.class), body,
            Type.getMethodDescriptor(method), 1)).map(CapturedStoresTest::text).orElse(NOTHING);
    }

    private static String text(final Finding finding) {
        return finding.captured().replaceAll(" \\([^)]*\\)$", "") + ": " + finding.how();
    }
}
