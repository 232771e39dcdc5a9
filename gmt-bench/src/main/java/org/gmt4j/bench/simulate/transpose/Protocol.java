package org.gmt4j.bench.simulate.transpose;

import java.util.Locale;

/** How a block crosses the network, with the messages that this takes. */
enum Protocol {
    /** A request, and the packed block that the server sends back. */
    GET(2),
    /** Request and block in one message, and an acknowledgement. */
    EAGER(2),
    /** A request, the server's pull, the block and an acknowledgement. */
    RENDEZVOUS(4);

    private final int messages;

    Protocol(final int messages) {
        this.messages = messages;
    }

    int messages() {
        return messages;
    }

    /** Gets know one protocol, as in the paper. */
    static Protocol of(final Way way, final long bytes, final long eagerLimit) {
        return way == Way.NAIVE ? GET : bytes <= eagerLimit ? EAGER : RENDEZVOUS;
    }

    String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
