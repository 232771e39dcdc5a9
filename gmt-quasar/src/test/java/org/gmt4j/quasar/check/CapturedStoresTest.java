package org.gmt4j.quasar.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.asm.Type;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.gmt4j.quasar.Body;
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

    private static long ofEither(final Weight quiet, final Weight counting, final long index) {
        final Weight either = index % 2 == 0 ? quiet : counting;
        return either.of(index);
    }

    @Test
    void shouldFollowAllObjectsThatOneMayBe() {
        assertEquals("captured variable 'counting': field 'count' is stored",
            found("ofEither", Quiet.class, Counting.class));
        assertEquals("captured variable 'quiet': field 'count' is stored",
            found("ofEither", Counting.class, Quiet.class));
        assertEquals(NOTHING, found("ofEither", Quiet.class, Table.class));
    }

    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

    private static long byHandle(final long[] bins, final long index) {
        return (long) ELEMENTS.getAndAdd(bins, (int) index, 1L);
    }

    private static long readByHandle(final long[] bins, final long index) {
        return (long) ELEMENTS.getVolatile(bins, (int) index);
    }

    private static void byReflection(final long[] bins, final long index) {
        Array.setLong(bins, (int) index, 1);
    }

    private static long readByReflection(final long[] bins, final long index) {
        return Array.getLong(bins, (int) index);
    }

    private static void byRandom(final byte[] noise, final long index) {
        new Random(index).nextBytes(noise);
    }

    private static void byThreadsRandom(final byte[] noise, final long index) {
        ThreadLocalRandom.current().nextBytes(noise);
    }

    private static void byText(final char[] letters, final long index) {
        String.valueOf(index).getChars(0, 1, letters, 0);
    }

    private static int byStream(final byte[] bytes, final InputStream in) throws IOException {
        return in.read(bytes, 0, 2);
    }

    private static void byFile(final byte[] bytes, final RandomAccessFile file) throws IOException {
        file.readFully(bytes);
    }

    private static void writeToFile(final byte[] bytes, final RandomAccessFile file) throws IOException {
        file.write(bytes);
    }

    private static final AtomicLongFieldUpdater<Updated> SUM =
        AtomicLongFieldUpdater.newUpdater(Updated.class, "sum");

    private static final class Updated {
        private transient volatile long sum;
    }

    private static long byUpdater(final Updated updated, final long index) {
        return SUM.addAndGet(updated, index);
    }

    @Test
    void shouldKnowMethodsOfThePlatformThatChangeTheirArguments() {
        final Map<String, String> changes = Map.of("byHandle", "VarHandle.getAndAdd", "byReflection", "Array.setLong",
            "byRandom", "Random.nextBytes", "byThreadsRandom", "ThreadLocalRandom.nextBytes",
            "byText", "String.getChars", "byStream", "InputStream.read", "byFile", "RandomAccessFile.readFully");
        changes.forEach((body, change) -> assertTrue(found(body).endsWith(": " + change + "() changes it"),
            () -> body + ": " + found(body)));
        for (final String body : List.of("readByHandle", "readByReflection", "writeToFile", "byUpdater")) {
            assertEquals(NOTHING, found(body), body);
        }
    }

    private interface Step extends StepBody {
        @Override
        default void run(final long index) {
            step(index);
        }

        void step(long index);
    }

    @Body
    private interface StepBody {
        void run(long index);
    }

    private static final class Adding implements Step {
        private long sum;

        @Override
        public void step(final long index) {
            sum += index;
        }
    }

    private static final class Idle implements Step {
        @Override
        public void step(final long index) {
        }
    }

    /** No body itself. */
    private static class Runner {
        private long last;

        public void run(final long index) {
            last = index;
        }
    }

    private static final class RunningBody extends Runner implements StepBody {
    }

    @Body
    private interface Maker<T> {
        Object make(T value);
    }

    private static class LongMaker implements Maker<Long> {
        private long made;

        @Override
        public Long make(final Long value) {
            made = value;
            return value;
        }
    }

    private static final class SilentMaker extends LongMaker {
        @Override
        public Long make(final Long value) {
            return value;
        }
    }

    @Test
    void shouldExamineMethodsThatBodyClassesInherit() {
        assertEquals("'this': field 'sum' is stored", foundInClass(Adding.class));
        assertEquals(NOTHING, foundInClass(Idle.class));
        assertEquals("'this': field 'last' is stored", foundInClass(RunningBody.class));
        assertEquals("'this': field 'made' is stored", foundInClass(LongMaker.class));
        assertEquals(NOTHING, foundInClass(SilentMaker.class));
        assertEquals(NOTHING, foundInClass(Runner.class));
    }

    private static String foundInClass(final Class<?> body) {
        return new CapturedStores(new ClassNodes(body.getClassLoader()), List.of(Type.getInternalName(body)))
            .inBodyClass(Type.getInternalName(body)).map(CapturedStoresTest::text).orElse(NOTHING);
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
            : new CapturedStores(classes, Arrays.stream(ofCaptured).map(Type::getInternalName).toList());
        return Arrays.stream(CapturedStoresTest.class.getDeclaredMethods()).filter(m -> m.getName().equals(body))
            .findFirst().flatMap(method -> stores.inLambda(Type.getInternalName(CapturedStoresTest.class), body,
            Type.getMethodDescriptor(method), Math.max(1, ofCaptured.length))).map(CapturedStoresTest::text)
            .orElse(NOTHING);
    }

    private static String text(final Finding finding) {
        return finding.captured().replaceAll(" \\([^)]*\\)$", "") + ": " + finding.how();
    }
}
