package org.gmt4j.engine.function;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A place in a registered class that makes serialisable lambdas (or method references). Any thread.
 *
 * <p>A lambda travels as this place's id and its captured values in order. The receiver links the place at the first
 * use and makes lambdas from then on; a lambda without captured values is made once. The link is kept with the class,
 * for all registries of this JVM, because each link makes a class that the class around it keeps for ever.
 */
final class LambdaSite extends RegistryEntry {
    private static final ClassValue<Map<String, Linked>> LINKED = new ClassValue<>() {
        @Override
        protected Map<String, Linked> computeValue(final Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final Class<?> capturingClass;
    private final LambdaShape shape;
    private volatile Linked linked;

    LambdaSite(final int id, final Class<?> capturingClass, final LambdaShape shape) {
        super(id);
        this.capturingClass = capturingClass;
        this.shape = shape;
    }

    LambdaShape shape() {
        return shape;
    }

    Class<?> capturingClass() {
        return capturingClass;
    }

    @Override
    Class<?> instanceType() {
        return linked().interfaceType;
    }

    @Override
    Object only() {
        return linked().only;
    }

    /** Returns the captured values by type. */
    Slots slots() {
        return linked().slots;
    }

    @Override
    Object read(final ValueReader in, final ValueCodec codec, final NodeResolver resolver, final int depth) {
        final Linked linked = linked();
        return linked.only != null ? linked.only : make(linked.factory, linked.slots.read(in, codec, resolver, depth));
    }

    private static Object make(final MethodHandle factory, final Object[] captured) {
        try {
            return factory.invokeExact(captured);
        } catch (final Error e) {
            throw e;
        } catch (final Throwable e) {
            throw ValueReader.malformed("the captured values do not fit: " + e, e);
        }
    }

    @Override
    public String slotName(final int slot) {
        return LambdaSource.of(this).slotName(slot);
    }

    @Override
    public String describe() {
        return LambdaSource.of(this).describe();
    }

    /** Returns whether the slot holds the {@code this} of the method around the lambda. */
    boolean isThis(final int slot) {
        return slot == 0 && isLambda() && shape.impl().kind() != MethodHandleInfo.REF_invokeStatic;
    }

    /**
     * Returns false for a method reference. Java's compilers name a lambda's method {@code lambda$main$0}, Kotlin's
     * {@code main$lambda$0}.
     */
    boolean isLambda() {
        return shape.impl().method().startsWith("lambda$") || shape.impl().method().contains("$lambda$");
    }

    private Linked linked() {
        final Linked known = linked;
        return known != null ? known : link();
    }

    private Linked link() {
        final Linked found = LINKED.get(capturingClass).computeIfAbsent(shape.sortKey(), key -> linkFirst());
        linked = found;
        return found;
    }

    private Linked linkFirst() {
        final LambdaLinker linker = new LambdaLinker(capturingClass, shape);
        final MethodType type = linker.factoryType();
        final MethodHandle factory = linker.link();
        final Object only = type.parameterCount() == 0 ? make(factory, new Object[0]) : null;
        return new Linked(type.returnType(), new Slots(type.parameterList()), factory, only);
    }

    /** {@code only} is the one lambda of a place without captured values, else null. */
    private record Linked(Class<?> interfaceType, Slots slots, MethodHandle factory, Object only) {
    }
}
