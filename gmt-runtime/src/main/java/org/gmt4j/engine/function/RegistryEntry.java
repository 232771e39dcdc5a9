package org.gmt4j.engine.function;

/** An entry that a message may name by id: a place in the code that makes lambdas, or a registered type. */
abstract sealed class RegistryEntry implements Holder permits LambdaSite, RecordType, EnumType, ObjectType {
    private final int id;

    RegistryEntry(final int id) {
        this.id = id;
    }

    /** Returns the id, the same on all nodes, dense from zero. */
    final int id() {
        return id;
    }

    /** Returns a common supertype of all instances made here. */
    abstract Class<?> instanceType();

    /** Decodes an instance from its state. */
    abstract Object read(ValueReader in, ValueCodec codec, NodeResolver resolver, int depth);
}
