package org.gmt4j.engine.memory;

import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;

/**
 * Sizes that select the protocol of a one-sided transfer. Nodes of one job may differ.
 *
 * @param eagerPut        longest contiguous put that travels with its commands; longer ones are announced and pulled.
 *                        Data of tasks and collectives travel as messages up to twice that length
 * @param eagerGet        longest contiguous get that is answered in line; longer ones are streamed by the owner
 * @param eagerAccumulate as {@code eagerPut}, for contiguous accumulates
 * @param eagerStrided    total length of the longest strided transfer whose data travel with its commands; longer gets
 *                        are packed and streamed by the owner
 * @param staging         bytes per lane for copies of data to be pulled
 */
public record ProtocolConfig(
    @Setting(key = "gmt.armci.eager.put", unit = "bytes", defaultValue = "128k", min = 0,
        meaning = "Longest contiguous put (long data of tasks: twice as long) that goes eagerly, data and commands "
            + "together; longer ones by rendezvous: announced, then pulled by the target.")
    long eagerPut,
    @Setting(key = "gmt.armci.eager.get", unit = "bytes", defaultValue = "128k", min = 0,
        meaning = "Longest contiguous get that is answered in line; longer ones are streamed by the "
            + "owner after one announcement.")
    long eagerGet,
    @Setting(key = "gmt.armci.eager.accumulate", unit = "bytes", defaultValue = "128k", min = 0,
        meaning = "Longest contiguous accumulate that goes eagerly; longer ones by rendezvous.")
    long eagerAccumulate,
    @Setting(key = "gmt.armci.eager.strided", unit = "bytes", defaultValue = "128k", min = 0,
        meaning = "Longest strided transfer, all runs together, that goes eagerly; longer stores by rendezvous, "
            + "longer gets packed and streamed by the owner.")
    long eagerStrided,
    @Setting(key = "gmt.armci.staging", unit = "bytes", defaultValue = "4m", min = 65536, max = 268435456,
        meaning = "Memory per lane for copies of what is to be pulled, so that the source of a non-blocking "
            + "transfer may be used again at once.")
    long staging) {
    public static final ProtocolConfig DEFAULT = Settings.defaults().load(ProtocolConfig.class);

    /** Returns one limit for all verbs. */
    public static ProtocolConfig upTo(final long bytes) {
        return new ProtocolConfig(bytes, bytes, bytes, bytes, DEFAULT.staging);
    }
}
