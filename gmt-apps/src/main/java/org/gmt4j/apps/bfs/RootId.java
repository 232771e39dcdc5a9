package org.gmt4j.apps.bfs;

import java.util.OptionalLong;
import org.gmt4j.cli.CliException;
import org.gmt4j.graph.source.EdgeSource;

/** Finds the vertex that the command line names by its id in the graph's file, see {@link EdgeSource#originalId}. */
final class RootId {
    private RootId() {
    }

    /**
     * Returns the number of a vertex.
     *
     * @param count vertices of the graph, which the source may not know
     * @throws CliException when no vertex has the id
     */
    static long number(final EdgeSource source, final long count, final long id) {
        final OptionalLong number = switch (source.ids()) {
            case SAME -> within(id, count);
            case FROM_ONE -> within(id - 1, count);
            case LISTED -> listed(source, count, id);
        };
        return number.orElseThrow(() -> CliException.usage("-r " + id + ": " + source.name() + " has " + count
            + " vertices" + (count == 0 ? "." : range(source, count))));
    }

    private static OptionalLong within(final long number, final long count) {
        return number >= 0 && number < count ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** Ids before gaps were closed ascend. */
    private static OptionalLong listed(final EdgeSource source, final long count, final long id) {
        long low = 0;
        long high = count;
        while (low < high) {
            final long middle = (low + high) >>> 1;
            if (source.originalId(middle) < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < count && source.originalId(low) == id ? OptionalLong.of(low) : OptionalLong.empty();
    }

    private static String range(final EdgeSource source, final long count) {
        final String ids = source.originalId(0) + " to " + source.originalId(count - 1) + ".";
        return source.ids() == EdgeSource.Ids.LISTED ? ", none of this id; theirs are among " + ids
            : ", numbered from " + ids;
    }
}
