package org.gmt4j.engine.function;

/** The registry as used by the {@link ValueCodec} that writes and reads its values. Any thread. */
interface KnownTypes {
    /**
     * Returns the writer for the class of a value.
     *
     * @throws NotTransferableException when it does not travel
     */
    InstanceWriter writerFor(Object value);

    /** @throws org.gmt4j.ProtocolException when the id is unknown */
    RegistryEntry entry(int id);
}
