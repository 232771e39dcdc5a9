package org.gmt4j.apps.graph.run;

import org.gmt4j.ParForException;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.ErrorReport;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeSource;

/** Words about failures: those of the graph's classes that come from nodes, and of graphs without edges. Stateless. */
public final class GraphWords {
    private GraphWords() {
    }

    /** Returns them with their code; empty where the failure is none of theirs. */
    public static String of(final Throwable failure) {
        for (final Throwable cause : ErrorReport.causes(failure)) {
            final String text = cause instanceof ParForException parts ? parts.first().remoteMessage()
                : String.valueOf(cause.getMessage());
            if (text.matches("(?s)GMT-3\\d{2} .*")) {
                return text;
            }
        }
        return "";
    }

    /** Returns the failure of the run in these words; the failure itself where it is none of theirs. */
    public static RuntimeException failed(final RuntimeException failure) {
        final String message = of(failure);
        return message.isEmpty() ? failure
            : CliException.failed(message.substring(0, 7), message.substring(8), failure);
    }

    /**
     * Reports a build that has lost or changed edges as a wrong result.
     *
     * @param source of the edges
     * @throws RuntimeException the failure in these words, where the build has failed for another reason
     */
    public static void wrongBuild(final RuntimeException failure, final EdgeSource source, final boolean isDirected,
                                  final RunResult.Builder result) {
        final String message = of(failure);
        if (!message.startsWith("GMT-" + GraphException.EDGES_DIFFER + " ")) {
            throw failed(failure);
        }
        result.graph(source.name(), source.vertexCount().orElse(0), source.edgeCount().orElse(0), isDirected)
            .verified(false).note(message);
    }

    /** Returns the refusal of a graph in which no vertex has a neighbour. */
    public static CliException nothingToSearch(final String graph, final long vertices) {
        return CliException.failed("GMT-330", graph + " has " + vertices + (vertices == 1 ? " vertex" : " vertices")
            + " and no edge between two of them, so there is nothing to search. Choose another graph"
            + (vertices > 0 ? ", or a root with -r." : "."), null);
    }
}
