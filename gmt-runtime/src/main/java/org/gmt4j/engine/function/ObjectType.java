package org.gmt4j.engine.function;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.Transferable;

/**
 * A registered class that is a body or {@link Transferable}: its fields travel, superclasses' first, and no constructor
 * runs at the receiver. Any thread.
 */
final class ObjectType extends RegistryEntry implements InstanceWriter {
    private final Class<?> type;
    private volatile FieldLayout layout;

    ObjectType(final int id, final Class<?> type) {
        super(id);
        this.type = type;
    }

    @Override
    public RegistryEntry entry() {
        return this;
    }

    @Override
    Class<?> instanceType() {
        return type;
    }

    @Override
    public void write(final Object instance, final ValueWriter out, final ValueCodec codec, final int depth) {
        layout().write(instance, this, out, codec, depth);
    }

    @Override
    Object read(final ValueReader in, final ValueCodec codec, final NodeResolver resolver, final int depth) {
        final Object instance = newInstance();
        layout().readInto(instance, in, codec, resolver, depth);
        return instance;
    }

    private Object newInstance() {
        return UnsafeApi.allocateInstance(type);
    }

    @Override
    public Object[] valuesOf(final Object instance) {
        return layout().valuesOf(instance);
    }

    @Override
    public String slotName(final int slot) {
        final Field field = fields().get(slot);
        final String name = field.getName();
        if (field.isSynthetic() && name.startsWith("val$")) {
            return "captured variable '" + name.substring("val$".length()) + "'";
        }
        return isEnclosingInstance(slot) ? "the enclosing instance" : "field '" + name + "'";
    }

    /** Returns whether the compiler has added the slot to the instances of an inner class that is not static. */
    boolean isEnclosingInstance(final int slot) {
        final Field field = fields().get(slot);
        return field.isSynthetic() && field.getName().startsWith("this$");
    }

    @Override
    public String describe() {
        return "the object of class " + type.getName();
    }

    private FieldLayout layout() {
        final FieldLayout known = layout;
        return known != null ? known : findLayout();
    }

    private FieldLayout findLayout() {
        final FieldLayout found = new FieldLayout(fields());
        layout = found;
        return found;
    }

    private List<Field> fields() {
        final List<Field> fields = new ArrayList<>();
        for (Class<?> level = type; level != Object.class; level = level.getSuperclass()) {
            fields.addAll(0, fieldsDeclaredIn(level));
        }
        return fields;
    }

    private List<Field> fieldsDeclaredIn(final Class<?> level) {
        if (level.getClassLoader() == null) {
            throw new NotTransferableException("GMT-201", "its class extends " + level.getName()
                + ", whose state is private to the JDK. Hold what is needed in a field instead of extending.");
        }
        final List<Field> fields = new ArrayList<>();
        for (final Field field : level.getDeclaredFields()) {
            if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                fields.add(field);
            }
        }
        return fields;
    }
}
