package org.gmt4j.graph.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.source.EdgeSource;

/** Chooses reader and writer by the end of a file's name. */
public final class GraphFiles {
    private static final String READABLE = ".gmtg, .el, .wel, .txt, .snap, .tsv, .mtx, .gr (text also with .gz)";

    private GraphFiles() {
    }

    /**
     * Opens a graph file; its header, where it has one, is read and checked at once. Weights are ints: a text file with
     * others is refused where they stand, see {@link #openWithExactWeights}.
     */
    public static EdgeSource open(final Path file) {
        return open(file, text -> text);
    }

    /** The same, with weights as they stand in the file: see {@link EdgeSource#weightKind}. */
    public static EdgeSource openWithExactWeights(final Path file) {
        return open(file, TextEdgeSource::withExactWeights);
    }

    /**
     * The same for readers that need no weights: columns of weights may hold anything, and every weight reads 1.
     */
    public static EdgeSource openWithoutWeights(final Path file) {
        return open(file, TextEdgeSource::withoutWeights);
    }

    private static EdgeSource open(final Path file, final UnaryOperator<TextEdgeSource> weights) {
        if (!Files.isRegularFile(file)) {
            throw new GraphException(GraphException.UNREADABLE,
                "cannot read " + file + ": " + (Files.isDirectory(file) ? "it is a folder" : "no such file"));
        }
        final String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        final boolean packed = name.endsWith(".gz");
        final String extension = unpackedExtension(name);
        if (extension.equals("gmtg")) {
            return openBinary(file, packed);
        }
        return weights.apply(openText(new TextFile(file, packed), extension));
    }

    private static TextEdgeSource openText(final TextFile text, final String extension) {
        switch (extension) {
            case "el":
                return EdgeListFormat.open(text, LineGrammar.Weights.NONE);
            case "wel":
                return EdgeListFormat.open(text, LineGrammar.Weights.REQUIRED);
            case "txt":
            case "snap":
            case "tsv":
                return EdgeListFormat.open(text, LineGrammar.Weights.IGNORED);
            case "mtx":
                return MatrixMarketFormat.open(text);
            case "gr":
                return DimacsFormat.open(text);
            default:
                throw new GraphException(GraphException.UNKNOWN_FORMAT,
                    text.path() + ": unknown kind of graph file; expected a name ending in one of " + READABLE);
        }
    }

    private static EdgeSource openBinary(final Path file, final boolean packed) {
        if (packed) {
            throw new GraphFormatException(GraphException.UNKNOWN_FORMAT, file.toString(),
                GraphFormatException.WHOLE_FILE,
                "a packed .gmtg cannot be read by parts; unpack it first: gunzip " + file);
        }
        return GmtgSource.open(file);
    }

    /** Writes all edges of {@code source} in the format that the name asks for. */
    public static GraphFileSummary write(final EdgeSource source, final Path file, final EdgeProgress progress) {
        final String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        switch (unpackedExtension(name)) {
            case "gmtg":
                if (name.endsWith(".gz")) {
                    throw new GraphException(GraphException.UNKNOWN_FORMAT, file
                        + ": a packed .gmtg could not be read by parts; take a name that ends in .gmtg, "
                        + "or in .el.gz, .wel.gz or .mtx.gz");
                }
                return GmtgWriter.write(source, file, progress);
            case "el":
            case "wel":
            case "mtx":
                return TextEdgeWriter.write(source, file, progress);
            default:
                throw new GraphException(GraphException.UNKNOWN_FORMAT,
                    file + ": cannot write this kind of graph file; expected a name ending in .gmtg, .el, .wel or "
                    + ".mtx (text also with .gz)");
        }
    }

    /**
     * Whether a file of this name says only directions: an undirected graph that is written there is read as a
     * directed one.
     */
    public static boolean listsDirectionsOnly(final Path file) {
        final String extension = unpackedExtension(file.getFileName().toString().toLowerCase(Locale.ROOT));
        return extension.equals("el") || extension.equals("wel");
    }

    /**
     * The same, with the weights for which the format of a file to be written has room: {@code .el} has none,
     * {@code .gmtg} holds ints, others hold weights as they stand.
     */
    public static EdgeSource openToWrite(final Path file, final Path output) {
        switch (unpackedExtension(output.getFileName().toString().toLowerCase(Locale.ROOT))) {
            case "el": return openWithoutWeights(file);
            case "gmtg": return open(file);
            default: return openWithExactWeights(file);
        }
    }

    /** {@link #extension} of a name without {@code .gz}. */
    static String unpackedExtension(final String name) {
        return extension(name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name);
    }

    /** The text behind the last dot, in the case given; empty without a dot. */
    static String extension(final String name) {
        final int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }
}
