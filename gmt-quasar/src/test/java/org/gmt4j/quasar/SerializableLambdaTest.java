package org.gmt4j.quasar;

import static org.gmt4j.quasar.RemoteNode.REMOTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Task bodies travel as (class, method, captured values): instrumentation must leave that possible. Also run by
 * {@link FeatureRun}.
 */
@Timeout(240)
class SerializableLambdaTest {
    private interface Body extends Serializable {
        long run(TestWorker w) throws SuspendExecution;
    }

    private interface GenericBody<T> extends Serializable {
        T run(TestWorker w, T start) throws SuspendExecution;
    }

    private static Body capturing(final int i, final long[] offsets, final String name) {
        return w -> {
            final long first = REMOTE.get(w, i);
            return first + REMOTE.get(w, offsets[1]) + name.length();
        };
    }

    private static long referenced(final TestWorker w) throws SuspendExecution {
        return REMOTE.get(w, 3) + REMOTE.get(w, 4);
    }

    @Test
    void shouldSuspendInLambdaMadeByDeserializeLambda() throws Exception {
        final Body copy = recreate(capturing(4, new long[] {7, 8}, "abc"));
        assertEquals(123L, TestWorker.run(copy::run));
    }

    @Test
    void shouldSuspendInLambdaWithoutCaptures() throws Exception {
        final Body copy = recreate((Body) w -> REMOTE.get(w, 1) + REMOTE.get(w, 2));
        assertEquals(30L, TestWorker.run(copy::run));
    }

    @Test
    void shouldSuspendInGenericLambda() throws Exception {
        final GenericBody<Long> copy = recreate((GenericBody<Long>) (w, start) -> start + REMOTE.get(w, 1)
            + REMOTE.get(w, 2));
        assertEquals(35L, TestWorker.run(w -> copy.run(w, 5L)));
    }

    @Test
    void shouldSuspendInMethodReference() throws Exception {
        final Body copy = recreate((Body) SerializableLambdaTest::referenced);
        assertEquals(70L, TestWorker.run(copy::run));
    }

    @Test
    void shouldSuspendInLambdaAfterJavaSerialization() throws Exception {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(capturing(1, new long[] {0, 2}, ""));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            final Body copy = (Body) in.readObject();
            assertEquals(30L, TestWorker.run(copy::run));
        }
    }

    @Test
    void shouldNameClassAndMethodOfLambda() throws Exception {
        final SerializedLambda form = serializedForm(capturing(4, new long[2], ""));
        assertEquals(SerializableLambdaTest.class.getName().replace('.', '/'), form.getCapturingClass());
        assertEquals(form.getCapturingClass(), form.getImplClass());
        assertEquals(3, form.getCapturedArgCount());
    }

    private static SerializedLambda serializedForm(final Object lambda) throws ReflectiveOperationException {
        final Method writeReplace = lambda.getClass().getDeclaredMethod("writeReplace");
        writeReplace.setAccessible(true);
        return (SerializedLambda) writeReplace.invoke(lambda);
    }

    @SuppressWarnings("unchecked")
    private static <T> T recreate(final T lambda) throws ReflectiveOperationException {
        final SerializedLambda form = serializedForm(lambda);
        final Class<?> owner = Class.forName(form.getCapturingClass().replace('/', '.'));
        final Method maker = owner.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class);
        maker.setAccessible(true);
        final T copy = (T) maker.invoke(null, form);
        assertNotSame(lambda, copy);
        return copy;
    }
}
