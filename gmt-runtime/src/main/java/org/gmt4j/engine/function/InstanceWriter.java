package org.gmt4j.engine.function;

/** How the instances of one class become bytes; found once per class, then per command. */
interface InstanceWriter {
    /** What the instances are, as the receiver will know them. */
    RegistryEntry entry();

    /** Appends the state of an instance; the entry's id is the caller's business. */
    void write(Object instance, ValueWriter out, ValueCodec codec, int depth);

    /** The values that the instance holds, in slot order, for messages. Cold. */
    Object[] valuesOf(Object instance);
}
