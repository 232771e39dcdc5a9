package org.gmt4j.engine.function;

/** A registered enum: the ordinal travels. Any thread. */
final class EnumType extends RegistryEntry implements InstanceWriter {
    private final Class<?> type;
    private volatile Object[] constants;

    EnumType(final int id, final Class<?> type) {
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
        out.putVarint(((Enum<?>) instance).ordinal());
    }

    @Override
    Object read(final ValueReader in, final ValueCodec codec, final NodeResolver resolver, final int depth) {
        final Object[] constants = constants();
        final int ordinal = in.getVarint();
        if (ordinal >= constants.length) {
            throw ValueReader.malformed("enum " + type.getName() + " has no constant " + ordinal);
        }
        return constants[ordinal];
    }

    /** Read at first use only: it initialises the enum. Two threads may both read it, to the same effect. */
    private Object[] constants() {
        Object[] known = constants;
        if (known == null) {
            known = type.getEnumConstants();
            constants = known;
        }
        return known;
    }

    @Override
    public Object[] valuesOf(final Object instance) {
        return new Object[0];
    }

    @Override
    public String slotName(final int slot) {
        throw new IllegalArgumentException("an enum constant holds nothing that travels");
    }

    @Override
    public String describe() {
        return "the enum constant " + type.getName();
    }
}
