package org.gmt4j.graph;

/**
 * A graph file contradicts its name or header. The message names the file, the line where there is one, and the
 * reason.
 */
public final class GraphFormatException extends GraphException {
    /** Line number of errors that concern the whole file. */
    public static final long WHOLE_FILE = 0;

    private static final long serialVersionUID = 1L;
    private final String file;
    private final long line;

    public GraphFormatException(final int code, final String file, final long line, final String reason) {
        super(code, file + (line == WHOLE_FILE ? "" : ":" + line) + ": " + reason);
        this.file = file;
        this.line = line;
    }

    /** The same with what led to it, for those who wait for a run. */
    GraphFormatException(final GraphFormatException first, final Throwable cause) {
        super(first.number(), first.reason(), cause);
        file = first.file;
        line = first.line;
    }

    public static GraphFormatException wrongCount(final String file, final long expected, final long found) {
        return new GraphFormatException(WRONG_EDGE_COUNT, file, WHOLE_FILE,
            "the header promises " + expected + " edges, found " + found + "; is the file complete?");
    }

    public String file() {
        return file;
    }

    /** One-based line in the (unpacked) file, or {@link #WHOLE_FILE}. */
    public long line() {
        return line;
    }
}
