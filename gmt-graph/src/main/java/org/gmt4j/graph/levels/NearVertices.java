package org.gmt4j.graph.levels;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.VertexLong;
import org.gmt4j.graph.VertexLongConsumer;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.names.VertexNames;

/**
 * The few vertices within some steps of one, ascending, in the memory of who asked for them: 20 bytes each. Immutable.
 */
public final class NearVertices {
    private final long[] numbers;
    private final long[] names;
    private final int[] steps;

    private NearVertices(final long[] numbers, final long[] names, final int[] steps) {
        this.numbers = numbers;
        this.names = names;
        this.steps = steps;
    }

    /** Of the first vertices of an array, without repetitions, and the steps to each. Waits for their names. */
    static NearVertices of(final TaskContext ctx, final VertexNames vertexNames, final long[] found, final int[] steps,
                           final int count) throws SuspendExecution {
        final long[] numbers = Arrays.copyOf(found, count);
        Arrays.sort(numbers);
        final int[] sorted = new int[count];
        for (int i = 0; i < count; i++) {
            sorted[Arrays.binarySearch(numbers, found[i])] = steps[i];
        }
        return of(ctx, vertexNames, numbers, sorted);
    }

    /** Of the vertices that are marked, so many. */
    static NearVertices of(final TaskContext ctx, final VertexNames vertexNames, final NearMarks marks, final int count)
        throws SuspendExecution {
        final long[] numbers = new long[count];
        final int[] steps = new int[count];
        marks.list(numbers, steps);
        return of(ctx, vertexNames, numbers, steps);
    }

    /** Of ascending vertices. */
    private static NearVertices of(final TaskContext ctx, final VertexNames vertexNames, final long[] numbers,
                                   final int[] steps) throws SuspendExecution {
        final long[] names = numbers.clone();
        vertexNames.replace(ctx, names, names.length);
        return new NearVertices(numbers, names, steps);
    }

    /** Returns the number of vertices. */
    public int size() {
        return numbers.length;
    }

    /** Returns the steps to a vertex of this name; nothing where none of these vertices has it. */
    public OptionalLong find(final long name) {
        final int at = Arrays.binarySearch(names, name);
        return at < 0 ? OptionalLong.empty() : OptionalLong.of(steps[at]);
    }

    /** Returns those that are farthest away, the farthest first; of equal ones the smaller vertex first. */
    public List<VertexLong> farthest(final int most) {
        return IntStream.range(0, names.length).boxed().sorted(Comparator.comparingInt(i -> -steps[i])).limit(most)
            .map(i -> new VertexLong(names[i], steps[i])).toList();
    }

    /** Runs a body for each, ascending. */
    public void forEach(final VertexLongConsumer body) {
        for (int i = 0; i < names.length; i++) {
            body.accept(names[i], steps[i]);
        }
    }

    /** Allocates an array with the steps of each vertex of the graph, -1 of those that are not near. */
    public GlobalIntArray column(final TaskContext ctx, final CsrGraph rows) throws SuspendExecution {
        final GlobalIntArray column = GlobalIntArray.allocate(ctx, rows.perVertex());
        try {
            column.fill(ctx, -1);
            for (int i = 0; i < numbers.length; i++) {
                column.putNb(ctx, numbers[i], steps[i]);
            }
            ctx.await();
            return column;
        } catch (final RuntimeException failure) {
            column.free(ctx);
            throw failure;
        }
    }
}
