package org.gmt4j.broken.aggregation.server;

import io.aeron.Aeron;

/** Breaks: Aeron only in the transport. */
public final class ServerThatNamesAeron {
    Aeron aeron;
}
