package org.gmt4j.graph;

/** A graph cannot be had: not readable, not well formed, too large, or not on this machine. Carries a stable code. */
public class GraphException extends RuntimeException {
    public static final int NOT_WHOLE = 255;
    public static final int SAME_COLUMNS = 259;
    public static final int UNREADABLE = 300;
    public static final int UNKNOWN_FORMAT = 301;
    public static final int MALFORMED_LINE = 302;
    public static final int VERTEX_OUT_OF_RANGE = 303;
    public static final int MALFORMED_HEADER = 304;
    public static final int WRONG_EDGE_COUNT = 305;
    public static final int TRUNCATED = 306;
    public static final int TOO_LARGE = 307;
    public static final int NOT_WRITABLE = 308;
    public static final int BAD_GRAPH_OPTION = 310;
    public static final int FOREIGN_ENCODING = 311;
    public static final int IDS_WITH_GAPS = 312;
    public static final int EDGES_DIFFER = 313;
    public static final int VALUES_NOT_WRITABLE = 314;
    public static final int VALUES_FORMAT = 315;
    public static final int NOT_ON_THIS_MACHINE = 320;
    public static final int UNKNOWN_VERTEX = 340;
    public static final int BAD_EDGES = 341;
    public static final int CLOSED = 342;
    public static final int NO_VALUE = 343;
    public static final int UNKNOWN_SIZE = 344;
    public static final int BAD_WEIGHT = 345;
    public static final int BAD_ATTRIBUTE = 346;
    public static final int IN_USE = 347;
    public static final int RUN_TOO_LARGE = 365;
    public static final int TOO_MANY_PATHS = 366;
    public static final int NO_COLUMN = 370;
    public static final int BAD_VALUE = 371;
    public static final int BAD_NAME = 372;
    public static final int NO_ENGINE = 373;
    public static final int QUERY_FAILED = 374;

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_EXCERPT = 80;
    private final int number;

    public GraphException(final int number, final String message) {
        this(number, message, null);
    }

    public GraphException(final int number, final String message, final Throwable cause) {
        super("GMT-" + number + " " + message, cause);
        this.number = number;
    }

    /** Number of the error's documentation, as in {@code GMT-302}. */
    public int number() {
        return number;
    }

    /** The message without its code, for one that says where. */
    public String reason() {
        return getMessage().replaceFirst("^GMT-\\d{3} ", "");
    }

    /** The file or folder at {@code path} could not be read. */
    public static GraphException unreadable(final Object path, final Exception cause) {
        return new GraphException(UNREADABLE, "cannot read " + path + ": " + reason(cause), cause);
    }

    /** The file or folder at {@code path} could not be written. */
    public static GraphException notWritable(final Object path, final Exception cause) {
        return new GraphException(NOT_WRITABLE, "cannot write " + path + ": " + reason(cause), cause);
    }

    /** A thread closes what it uses itself: in a callback of a run. */
    static GraphException inUse(final String what) {
        return new GraphException(IN_USE, what + " cannot be closed in a callback of a run, which uses it: cancel the"
            + " run, or throw, and close behind run()");
    }

    /** No vertex has this name. */
    public static GraphException unknownVertex(final long name, final long vertexCount) {
        return new GraphException(UNKNOWN_VERTEX, "vertex " + name + " is not in the graph, which has "
            + (vertexCount == 0 ? "no vertices" : vertexCount + " vertices; none of its edges names it"));
    }

    /** No vertex has this number; names are texts. */
    public static GraphException unknownNumber(final long number, final long vertexCount) {
        return new GraphException(UNKNOWN_VERTEX, "vertex " + number + " is not in the graph, whose vertices have texts"
            + " as names and the numbers from 0 to " + (vertexCount - 1) + ": vertex(name) says which");
    }

    /** No vertex has this name, which is a text. */
    public static GraphException unknownVertex(final String name, final long vertexCount) {
        return new GraphException(UNKNOWN_VERTEX, "vertex " + quoted(name) + " is not in the graph, which has "
            + (vertexCount == 0 ? "no vertices" : vertexCount + " vertices; none of its edges names it"));
    }

    /** The name of a vertex that is a text, for messages: its begin where it is long. */
    static String quoted(final String name) {
        return '"' + (name.length() <= LONGEST_EXCERPT ? name : name.substring(0, LONGEST_EXCERPT) + "...") + '"';
    }

    private static String reason(final Exception cause) {
        if (cause instanceof java.nio.file.NoSuchFileException) {
            return "no such file";
        }
        if (cause instanceof java.nio.file.AccessDeniedException) {
            return "permission denied";
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
