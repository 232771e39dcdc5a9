package org.gmt4j.apps.graph.run;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.gmt4j.cli.CliException;
import org.gmt4j.graph.Graph;
import picocli.CommandLine.Option;

/** Where searches begin that take several vertices at once: a mixin; other vertices in each trial unless named. */
public final class SeveralSources {
    private static final int MOST = 1 << 20;

    @Option(names = "--sources", paramLabel = "N", description = "so many random vertices with a neighbour, others in "
        + "each trial (default: 4 of bc, 64 of manybfs)")
    private Integer count;

    @Option(names = {"-r", "--root"}, paramLabel = "V", split = ",",
        description = "these vertices, as the graph's file names them; a name with a comma stands in quotes: -r "
            + "'\"a,1\",b'")
    private String[] named;

    private Graph graph;
    private long[] chosen;
    private int each;

    void validate() {
        if (count != null && named != null) {
            throw CliException.usage("--sources and -r exclude each other.");
        }
        if (count != null && (count < 1 || count > MOST)) {
            throw CliException.usage("--sources " + count + ": 1 to " + MOST + ".");
        }
    }

    /** Sources of a trial, as far as they are known before there is a graph. */
    long most(final int usual) {
        return named != null ? named.length : count == null ? usual : count;
    }

    /** Chooses, once the graph is there. */
    void choose(final Graph loaded, final int usual, final int trials, final long seed) {
        graph = loaded;
        if (named != null) {
            chosen = Arrays.stream(named).mapToLong(name -> SourceOptions.vertex(loaded, unquoted(name))).toArray();
            each = named.length;
            return;
        }
        each = count == null ? usual : count;
        chosen = SourceOptions.sample(loaded, (int) Math.min(Integer.MAX_VALUE, (long) each * trials), seed);
    }

    /** Within quotes a comma separates nothing; a name that has them at both ends stands in two more. */
    private static String unquoted(final String name) {
        final boolean isQuoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
        return isQuoted ? name.substring(1, name.length() - 1) : name;
    }

    /** What a vertex is called outside: a number or a text. */
    Object name(final long vertex) {
        return SourceOptions.name(graph, vertex);
    }

    /** The vertices of a trial, numbered from 0: each once, ascending. */
    long[] of(final long trial) {
        final int from = (int) (trial * each % chosen.length);
        return LongStream.range(from, from + (long) each).map(i -> chosen[(int) (i % chosen.length)]).sorted()
            .distinct().toArray();
    }
}
