package org.gmt4j.engine.function;

/** Encodes the instances of one class; looked up once per class, then used per command. */
interface InstanceWriter {
    /** Returns the entry of the instances at the receiver. */
    RegistryEntry entry();

    /** Appends the state of an instance; the caller has written the entry's id. */
    void write(Object instance, ValueWriter out, ValueCodec codec, int depth);

    /** Returns the values of the instance in slot order, for messages. Cold. */
    Object[] valuesOf(Object instance);
}
