package org.gmt4j.bench.simulate;

/**
 * Times of single steps. Defaults are those that {@code gmt simulate contention --calibrate} found on the machine of
 * docs/performance.md, except where the meaning says otherwise.
 */
public enum Cost {
    CLIENT("client", 300, "ns", "a process makes a request, or takes an answer; from docs/performance.md: "
        + "a fiber's switch"),
    PASS("pass", 27, "ns", "one turn of a server"),
    EDGE("edge", 3.5, "ns", "looking at one stream; a connection has two that come in"),
    BUFFER("buffer", 10, "ns", "a buffer that came in: poll, header, checks"),
    BLOCK("block", 2.3, "ns", "a block in it"),
    COMMAND("command", 2.1, "ns", "executing one command"),
    FORWARD("forward", 7.3, "ns", "keeping a block for its next edge and gathering it"),
    SEND("send", 41, "ns", "claiming a message's place and committing it"),
    ACK("ack", 10, "ns", "taking an acknowledgement"),
    COPY("copy", 0.009, "ns/B", "copying into or out of a message"),
    WAKE("wake", 5_500, "ns", "a server that sleeps until it runs"),
    WINDOW("window", 20_000, "ns", "how long a server polls before it sleeps; chosen, as in the runtime; "
        + "--waiting poll or block overrules"),
    LATENCY("latency", 1500, "ns",
        "a message on its way, first byte; chosen: a network; --calibrate takes shared memory's"),
    WIRE("wire", 0.25, "ns/B", "a byte on a link; one message at a time per node and direction; chosen: 4 GB/s"),
    DISTANCE("distance", 0, "ns", "each step in a cube of the nodes, as on a machine with such a network; "
        + "chosen: none here"),
    STREAMS("streams", 0, "nodes", "senders at which a node's link becomes crowded, 0: never; chosen"),
    CROWD("crowd", 0, "ns", "the link's extra time for a message while it is crowded; chosen");

    private final String spelling;
    private final double defaultValue;
    private final String unit;
    private final String meaning;

    Cost(final String spelling, final double defaultValue, final String unit, final String meaning) {
        this.spelling = spelling;
        this.defaultValue = defaultValue;
        this.unit = unit;
        this.meaning = meaning;
    }

    public String spelling() {
        return spelling;
    }

    double defaultValue() {
        return defaultValue;
    }

    public String unit() {
        return unit;
    }

    public String meaning() {
        return meaning;
    }
}
