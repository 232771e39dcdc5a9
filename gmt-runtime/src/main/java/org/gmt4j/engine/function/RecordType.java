package org.gmt4j.engine.function;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtException;

/** A registered record: its components travel, and the canonical constructor makes the copy. Any thread. */
final class RecordType extends RegistryEntry implements InstanceWriter {
    private final Class<?> type;
    private volatile Linked linked;

    RecordType(final int id, final Class<?> type) {
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
        linked().layout.write(instance, this, out, codec, depth);
    }

    @Override
    Object read(final ValueReader in, final ValueCodec codec, final NodeResolver resolver, final int depth) {
        final Linked linked = linked();
        final Object[] components = linked.layout.slots().read(in, codec, resolver, depth);
        try {
            return linked.constructor.newInstance(components);
        } catch (final InvocationTargetException e) {
            throw refused(e.getCause());
        } catch (final ReflectiveOperationException | IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private RuntimeException refused(final Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return ValueReader.malformed("record " + type.getName() + " refuses its components: " + cause, cause);
    }

    @Override
    public Object[] valuesOf(final Object instance) {
        return linked().layout.valuesOf(instance);
    }

    @Override
    public String slotName(final int slot) {
        return "component '" + type.getRecordComponents()[slot].getName() + "'";
    }

    @Override
    public String describe() {
        return "the record " + type.getName();
    }

    private Linked linked() {
        final Linked known = linked;
        return known != null ? known : link();
    }

    private Linked link() {
        try {
            final List<Field> fields = new ArrayList<>();
            for (final RecordComponent component : type.getRecordComponents()) {
                fields.add(type.getDeclaredField(component.getName()));
            }
            final FieldLayout layout = new FieldLayout(fields);
            final Constructor<?> constructor = type.getDeclaredConstructor(fields.stream().map(Field::getType)
                .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            linked = new Linked(layout, constructor);
            return linked;
        } catch (final ReflectiveOperationException | InaccessibleObjectException e) {
            throw new GmtException("GMT-223", "record " + type.getName() + " cannot be taken apart: " + e.getMessage()
                + ". If it lives in a module, open its package to the runtime.", e);
        }
    }

    private record Linked(FieldLayout layout, Constructor<?> constructor) {
    }
}
