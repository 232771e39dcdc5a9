package org.gmt4j.graph.levels;

import java.util.Arrays;
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
 * The vertices within some steps of one, ascending, in the memory of who asked for them: 12 bytes each, and 8 more when
 * their names have been fetched; of many a bit or a byte for each vertex of the graph until somebody asks for more than
 * their number. One thread at a time, but for lists.
 */
public final class NearVertices {
    private final int size;
    /** Null when they have been listed. Guarded by this, as are the lists until they are there. */
    private Unlisted unlisted;
    private long[] numbers;
    private int[] steps;
    /** Null until they are fetched. */
    private long[] names;

    /** A set of vertices, and the steps to each. */
    @FunctionalInterface
    interface Unlisted {
        /** Lists the vertices, ascending, and the steps to each: into arrays of that length. */
        void list(long[] numbers, int[] steps);
    }

    private NearVertices(final int size, final Unlisted unlisted) {
        this.size = size;
        this.unlisted = unlisted;
    }

    /** Of the first vertices of an array, without repetitions, and the steps to each. */
    static NearVertices of(final long[] found, final int[] steps, final int count) {
        return new NearVertices(count, (numbers, sorted) -> {
            System.arraycopy(found, 0, numbers, 0, count);
            Arrays.sort(numbers);
            for (int i = 0; i < count; i++) {
                sorted[Arrays.binarySearch(numbers, found[i])] = steps[i];
            }
        });
    }

    /** Of so many vertices that are listed when somebody asks for them. */
    static NearVertices of(final int size, final Unlisted unlisted) {
        return new NearVertices(size, unlisted);
    }

    private synchronized void list() {
        if (unlisted != null) {
            numbers = new long[size];
            steps = new int[size];
            unlisted.list(numbers, steps);
            unlisted = null;
        }
    }

    /** Returns the number of vertices. */
    public int size() {
        return size;
    }

    /** Returns whether {@link #find} and {@link #forEach} can answer. */
    public boolean hasNames() {
        return names != null;
    }

    /** Fetches the names, and waits. */
    public void fetchNames(final TaskContext ctx, final VertexNames of) throws SuspendExecution {
        list();
        final long[] fetched = numbers.clone();
        of.replace(ctx, fetched, fetched.length);
        names = fetched;
    }

    /** Returns the steps to a vertex of this name; nothing where none of these vertices has it. */
    public OptionalLong find(final long name) {
        final int at = Arrays.binarySearch(names, name);
        return at < 0 ? OptionalLong.empty() : OptionalLong.of(steps[at]);
    }

    /**
     * Returns those that are farthest away, the farthest first; of equal ones the smaller vertex first. Waits for their
     * names.
     */
    public List<VertexLong> farthest(final TaskContext ctx, final VertexNames of, final int most)
        throws SuspendExecution {
        list();
        final int[] chosen = farthest(steps, most);
        final long[] named = Arrays.stream(chosen).mapToLong(i -> numbers[i]).toArray();
        of.replace(ctx, named, named.length);
        return IntStream.range(0, chosen.length).mapToObj(i -> new VertexLong(named[i], steps[chosen[i]])).toList();
    }

    /** Places of the largest numbers, the largest first, of equal ones the smaller place: time O(numbers). */
    static int[] farthest(final int[] steps, final int most) {
        final int[] chosen = new int[Math.min(most, steps.length)];
        final int[] places = new int[Arrays.stream(steps).max().orElse(0) + 1];
        for (final int step : steps) {
            places[step]++;
        }
        int sum = 0;
        for (int step = places.length - 1; step >= 0; step--) {      // how many there are becomes where they begin
            final int count = places[step];
            places[step] = sum;
            sum += count;
        }
        for (int i = 0; i < steps.length; i++) {
            final int place = places[steps[i]];
            if (place < chosen.length) {
                chosen[place] = i;
                places[steps[i]]++;
            }
        }
        return chosen;
    }

    /** Runs a body for each, ascending. */
    public void forEach(final VertexLongConsumer body) {
        for (int i = 0; i < names.length; i++) {
            body.accept(names[i], steps[i]);
        }
    }

    /** Allocates an array with the steps of each vertex of the graph, -1 of those that are not near. */
    public GlobalIntArray column(final TaskContext ctx, final CsrGraph rows) throws SuspendExecution {
        list();
        final GlobalIntArray column = GlobalIntArray.allocate(ctx, rows.perVertex());
        try {
            column.fill(ctx, -1);
            for (int i = 0; i < numbers.length; i++) {
                column.putNb(ctx, numbers[i], steps[i]);
            }
            ctx.await();
            return column;
        } catch (final RuntimeException | Error failure) {
            column.free(ctx);
            throw failure;
        }
    }
}
