package org.gmt4j.engine.function;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.gmt4j.GmtException;

/**
 * Encodes the lambdas of one hidden class. Immutable, any thread; per command.
 *
 * <p>The captured values are read directly from the fields in which the JVM keeps them. Their layout is not specified,
 * so it is compared once with the report of {@link SerializedLambda}; if they differ, SerializedLambda is used each
 * time.
 */
final class LambdaWriter implements InstanceWriter {
    private final LambdaSite site;
    private final FieldLayout layout;

    private LambdaWriter(final LambdaSite site, final FieldLayout layout) {
        this.site = site;
        this.layout = layout;
    }

    static LambdaWriter of(final LambdaSite site, final Object sample, final SerializedLambda serialized) {
        final FieldLayout layout = FieldLayout.ofLambda(sample, capturedBy(serialized), site.slots());
        if (layout != null) {
            site.learn(sample.getClass(), layout);
        }
        return new LambdaWriter(site, layout);
    }

    @Override
    public RegistryEntry entry() {
        return site;
    }

    @Override
    public void write(final Object instance, final ValueWriter out, final ValueCodec codec, final int depth) {
        if (layout != null) {
            layout.write(instance, site, out, codec, depth);
        } else {
            site.slots().write(capturedBy(serialize(instance)), site, out, codec, depth);
        }
    }

    @Override
    public Object[] valuesOf(final Object instance) {
        return capturedBy(serialize(instance));
    }

    private static Object[] capturedBy(final SerializedLambda serialized) {
        final Object[] captured = new Object[serialized.getCapturedArgCount()];
        Arrays.setAll(captured, serialized::getCapturedArg);
        return captured;
    }

    /** Returns the JVM's description of a serialisable lambda. */
    static SerializedLambda serialize(final Object lambda) {
        try {
            final Method writeReplace = lambda.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return (SerializedLambda) writeReplace.invoke(lambda);
        } catch (final InvocationTargetException | NoSuchMethodException | IllegalAccessException e) {
            throw new GmtException("GMT-223", "cannot take the lambda " + lambda.getClass().getName() + " apart:"
                + " " + e, e);
        }
    }
}
