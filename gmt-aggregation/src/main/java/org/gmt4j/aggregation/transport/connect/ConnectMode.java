package org.gmt4j.aggregation.transport.connect;

/** The time at which connections are made, and the order in which the two sides create their parts. */
public enum ConnectMode {
    /** All at the start of the node; never closed. */
    STATIC,
    /** On first use: this side creates, then asks; the other side creates, then answers. */
    SERIAL,
    /** On first use: this side asks first, then both sides create at the same time. */
    OVERLAP
}
