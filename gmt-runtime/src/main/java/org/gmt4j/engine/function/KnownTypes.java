package org.gmt4j.engine.function;

/** What a {@link ValueCodec} asks of the registry whose values it writes and reads. Any thread. */
interface KnownTypes {
    /**
     * How the class of a value is written.
     *
     * @throws NotTransferableException when it does not travel
     */
    InstanceWriter writerFor(Object value);

    /** @throws org.gmt4j.ProtocolException if the id is unknown */
    RegistryEntry entry(int id);
}
