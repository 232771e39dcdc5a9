package org.gmt4j.aggregation.transport.connect;

/** The choice of buffers that carry a seal, see {@link Sealer}. */
public enum Signing {
    /** Those of a transport that strangers can send to: datagrams. */
    AUTO,
    /** All. */
    ON,
    /** None. */
    OFF
}
