package org.gmt4j.engine.function;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.UnsafeApi;

/**
 * A place in a registered class that makes serialisable lambdas (or method references). Any thread.
 *
 * <p>A lambda travels as this place's id and its captured values in order. The receiver makes a first one at the first
 * use and others like it from then on; a lambda that captures nothing is made once. What is known of a place is kept
 * with the class, for all registries of this JVM: each link makes a class, which the class around it keeps for ever.
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

    /** Returns the captured values by type. */
    Slots slots() {
        return linked().slots;
    }

    @Override
    Object read(final ValueReader in, final ValueCodec codec, final NodeResolver resolver, final int depth) {
        final Linked linked = linked();
        if (linked.only != null) {
            return linked.only;
        }
        final FieldLayout layout = linked.layout;
        if (layout == null) {
            return linked.make(linked.slots.read(in, codec, resolver, depth));
        }
        final Object lambda = UnsafeApi.allocateInstance(linked.made);
        layout.readInto(lambda, in, codec, resolver, depth);
        return lambda;
    }

    /** Notes the class of a lambda of this place, so that others are made of it. */
    void learn(final Class<?> type, final FieldLayout layout) {
        if (isLambda()) {
            linked().learn(type, layout);
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
        return new Linked(linker, isLambda());
    }

    /**
     * A place as this JVM knows it. The first lambda is made by the linker; if its fields hold the captured values in
     * their order, all others are made by filling fields.
     */
    private static final class Linked {
        final Class<?> interfaceType;
        final Slots slots;
        /** The one lambda of a place that captures nothing, else null. */
        final Object only;
        private final LambdaLinker linker;
        private final boolean isDeserializable;
        private MethodHandle factory;           // guarded by this; null: not needed so far
        private Class<?> made;                  // published by layout
        private volatile FieldLayout layout;

        Linked(final LambdaLinker linker, final boolean isDeserializable) {
            this.linker = linker;
            this.isDeserializable = isDeserializable;
            final MethodType type = linker.factoryType();
            interfaceType = type.returnType();
            slots = new Slots(type.parameterList());
            only = type.parameterCount() == 0 ? make(new Object[0]) : null;
        }

        void learn(final Class<?> type, final FieldLayout found) {
            synchronized (this) {
                if (layout == null && only == null) {
                    made = type;
                    layout = found;
                }
            }
        }

        Object make(final Object[] captured) {
            final Object lambda = isDeserializable ? linker.deserialized(captured) : null;
            final Object found = interfaceType.isInstance(lambda) ? lambda : makeByFactory(captured);
            final FieldLayout trusted = FieldLayout.ofLambda(found, captured, slots);
            if (trusted != null) {
                learn(found.getClass(), trusted);
            }
            return found;
        }

        private Object makeByFactory(final Object[] captured) {
            final MethodHandle known = factory();
            try {
                return known.invokeExact(captured);
            } catch (final Error e) {
                throw e;
            } catch (final Throwable e) {
                throw ValueReader.malformed("the captured values do not fit: " + e, e);
            }
        }

        private synchronized MethodHandle factory() {
            if (factory == null) {
                factory = linker.link();
            }
            return factory;
        }
    }
}
