package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.ProcessGroup;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Random operations on random boxes by tasks of random nodes, against a copy of the matrix in one array. Elements are
 * small whole numbers, so that sums of every type are exact.
 */
final class RandomPatches {
    private static final int LARGEST = 1000;
    private final MatrixSpec spec;
    private final double[] model;
    private final Random random;
    private final int nodes;

    private RandomPatches(final MatrixSpec spec, final Random random, final int nodes) {
        this.spec = spec;
        this.random = random;
        this.nodes = nodes;
        model = new double[(int) Box.whole(spec.extents()).size()];
    }

    /** Returns a matrix of random type, extents and distribution that suits so many nodes. */
    static MatrixSpec randomSpec(final Random random, final int nodes) {
        final int dims = 1 + random.nextInt(3);
        final long[] extents = new long[dims];
        for (int dim = 0; dim < dims; dim++) {
            extents[dim] = 1 + random.nextInt(random.nextInt(4) == 0 ? 3 : dims == 3 ? 12 : 40);
        }
        final MatrixSpec plain = MatrixSpec.of(MatrixType.values()[random.nextInt(5)], extents).named("random");
        switch (random.nextInt(6)) {
            case 0:
                final long[] block = new long[dims];
                for (int dim = 0; dim < dims; dim++) {
                    block[dim] = 1 + random.nextInt(5);
                }
                return plain.blockCyclic(block);
            case 1:
                return ghosts(irregular(plain, random, nodes), random);
            case 2:
                final long[] chunks = new long[dims];
                chunks[random.nextInt(dims)] = 1 + random.nextInt(20);
                return ghosts(plain.chunks(chunks), random);
            case 3:
                final int[] grid = new int[dims];
                Arrays.fill(grid, 1);
                grid[random.nextInt(dims)] = 1 + random.nextInt(nodes);
                return ghosts(plain.grid(grid), random);
            default:
                return ghosts(plain, random);
        }
    }

    /** Adds a border of one in some dimensions, which every block is long enough for. */
    private static MatrixSpec ghosts(final MatrixSpec plain, final Random random) {
        final int[] widths = new int[plain.dims()];
        Arrays.setAll(widths, dim -> random.nextInt(4) == 0 ? 1 : 0);
        return plain.ghosts(widths);
    }

    /** Some of the nodes, in any order, where the distribution takes any number of them. */
    private static MatrixSpec onSome(final TaskContext ctx, final MatrixSpec spec, final Random random) {
        final List<Integer> all = new ArrayList<>();
        for (int node = 0; node < ctx.nodeCount(); node++) {
            all.add(node);
        }
        Collections.shuffle(all, random);
        final int count = 1 + random.nextInt(all.size());
        return spec.isIrregular() || spec.grid().length > 0 || random.nextInt(3) > 0 ? spec
            : spec.on(ProcessGroup.create(ctx, all.stream().limit(count).mapToInt(node -> node).toArray()));
    }

    /** Cuts one dimension, and where nodes are left for it another one: at most as many blocks as there are nodes. */
    private static MatrixSpec irregular(final MatrixSpec plain, final Random random, final int nodes) {
        final long[][] starts = new long[plain.dims()][];
        Arrays.fill(starts, new long[1]);
        final int cut = random.nextInt(plain.dims());
        starts[cut] = starts(plain.extent(cut), 1 + random.nextInt(nodes), random);
        final int other = random.nextInt(plain.dims());
        if (other != cut) {
            starts[other] = starts(plain.extent(other), nodes / starts[cut].length, random);
        }
        return plain.irregular(starts);
    }

    private static long[] starts(final long extent, final int most, final Random random) {
        return LongStream.concat(LongStream.of(0), random.longs(most - 1L, 0, extent)).sorted().distinct().toArray();
    }

    /** Does so many operations. Returns what was wrong, empty where nothing was. */
    static String run(final TaskContext ctx, final MatrixSpec spec, final long seed, final int operations)
        throws SuspendExecution {
        final Random random = new Random(seed);
        final RandomPatches patches = new RandomPatches(spec, random, ctx.nodeCount());
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, onSome(ctx, spec, random));
        String wrong = "";
        for (int i = 0; i < operations && wrong.isEmpty(); i++) {
            wrong = patches.operation(ctx, matrix);
        }
        if (wrong.isEmpty()) {
            wrong = compare(matrix.get(ctx, matrix.box()), matrix.box(), patches.steps(false), patches.model,
                "the end");
        }
        matrix.destroy(ctx);
        return wrong.isEmpty() ? "" : spec + " seed " + seed + ": " + wrong;
    }

    /** What is done, with a box inside, with one anywhere, or with every so many index of one inside. */
    private enum Verb {
        GET, GET_NB, GET_PERIODIC, GET_PERIODIC_NB, GET_STRIDED, GET_STRIDED_NB,
        PUT, PUT_NB, PUT_PERIODIC, PUT_PERIODIC_NB, PUT_STRIDED, PUT_STRIDED_NB,
        ADD, ADD_NB, ADD_PERIODIC, ADD_PERIODIC_NB, ADD_STRIDED, ADD_STRIDED_NB;

        boolean is(final String part) {
            return name().contains(part);
        }
    }

    private String operation(final TaskContext ctx, final GlobalMatrix matrix) throws SuspendExecution {
        final int node = random.nextInt(nodes);
        final int verb = random.nextInt(Verb.values().length);
        final Verb what = Verb.values()[verb];
        final Box box = what.is("PERIODIC") ? anywhere() : inside();
        final long[] steps = steps(what.is("STRIDED"));
        final int shape = random.nextInt(3);
        final double[] values = new double[indices(box, steps).size()];
        final int drawn = random.nextInt(5) - 2;
        final double factor = drawn == 0 ? 1 : drawn;
        if (what.is("GET")) {
            collect(box, steps, values);
            return ctx.call(node, there -> read(there, matrix, box, steps, values, verb, shape));
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(LARGEST);
        }
        final String wrong = ctx.call(node, there -> write(there, matrix, box, steps, values, new int[] {verb, shape},
            factor));
        if (!wrong.isEmpty()) {
            return wrong;
        }
        if (what.is("PUT") && meetsItself(box)) {
            return settle(matrix.get(ctx, matrix.box()), box, values);
        }
        spread(box, steps, values, what.is("PUT") ? 0 : factor);
        return "";
    }

    /** Mostly short ones, now and then one that goes beyond every box. */
    private long[] steps(final boolean isStrided) {
        final long[] steps = new long[spec.dims()];
        for (int dim = 0; dim < steps.length; dim++) {
            steps[dim] = !isStrided ? 1 : random.nextInt(30) == 0 ? Long.MAX_VALUE
                : 1 + random.nextInt(random.nextInt(3) == 0 ? (int) spec.extent(dim) + 1 : 7);
        }
        return steps;
    }

    private static String read(final TaskContext ctx, final GlobalMatrix matrix, final Box box, final long[] steps,
                               final double[] expected, final int verb, final int shape) throws SuspendExecution {
        final Tile tile = tile(matrix.type(), extents(box, steps), shape);
        final long before = matrix.callsHere().operations(CallKind.GET);
        final OperationHandle handle = ctx.newOperation();
        switch (Verb.values()[verb]) {
            case GET -> matrix.get(ctx, box, tile);
            case GET_NB -> matrix.getNb(ctx, handle, box, tile);
            case GET_PERIODIC -> matrix.getPeriodic(ctx, box, tile);
            case GET_PERIODIC_NB -> matrix.getPeriodicNb(handle, box, tile);
            case GET_STRIDED -> matrix.getStrided(ctx, box, steps, tile);
            default -> matrix.getStridedNb(handle, box, steps, tile);
        }
        ctx.await(handle);
        final String wrong = countOwners(matrix, box, steps, CallKind.GET, before);
        return wrong.isEmpty() ? compare(tile, box, steps, expected, "read by node " + ctx.nodeId()) : wrong;
    }

    /** A patch is one one-sided operation for each node that owns an element of it, and no other. */
    private static String countOwners(final GlobalMatrix matrix, final Box box, final long[] steps,
                                      final CallKind kind, final long before) {
        final Set<Integer> owners = new HashSet<>();
        for (final long[] index : indices(box, steps)) {
            Arrays.setAll(index, dim -> Math.floorMod(index[dim], matrix.extent(dim)));
            owners.add(matrix.locate(index));
        }
        final long operations = matrix.callsHere().operations(kind) - before;
        return operations == owners.size() ? "" : operations + " operations for " + owners.size() + " owners, " + kind
            + " of " + box + " in steps of " + Arrays.toString(steps);
    }

    /** Returns what was wrong, but for the elements. */
    private static String write(final TaskContext ctx, final GlobalMatrix matrix, final Box box, final long[] steps,
                              final double[] values, final int[] verbAndShape, final double factor)
        throws SuspendExecution {
        final Tile tile = tile(matrix.type(), extents(box, steps), verbAndShape[1]);
        int at = 0;
        for (final long[] index : indices(box, steps)) {
            set(tile, (int) tile.place(distance(index, box, steps)), values[at++]);
        }
        final CallKind kind = Verb.values()[verbAndShape[0]].is("PUT") ? CallKind.PUT : CallKind.ACCUMULATE;
        final long before = matrix.callsHere().operations(kind);
        final OperationHandle handle = ctx.newOperation();
        switch (Verb.values()[verbAndShape[0]]) {
            case PUT -> matrix.put(ctx, box, tile);
            case PUT_NB -> matrix.putNb(ctx, handle, box, tile);
            case PUT_PERIODIC -> matrix.putPeriodic(ctx, box, tile);
            case PUT_PERIODIC_NB -> matrix.putPeriodicNb(handle, box, tile);
            case PUT_STRIDED -> matrix.putStrided(ctx, box, steps, tile);
            case PUT_STRIDED_NB -> matrix.putStridedNb(handle, box, steps, tile);
            case ADD -> matrix.accumulate(ctx, box, tile, factor);
            case ADD_NB -> matrix.accumulateNb(ctx, handle, box, tile, factor);
            case ADD_PERIODIC -> matrix.accumulatePeriodic(ctx, box, tile, factor);
            case ADD_PERIODIC_NB -> matrix.accumulatePeriodicNb(handle, box, tile, factor);
            case ADD_STRIDED -> matrix.accumulateStrided(ctx, box, steps, tile, factor);
            default -> matrix.accumulateStridedNb(handle, box, steps, tile, factor);
        }
        ctx.await(handle);
        return countOwners(matrix, box, steps, kind, before);
    }

    // --- boxes ---

    private Box inside() {
        final long[] from = new long[spec.dims()];
        final long[] to = new long[spec.dims()];
        for (int dim = 0; dim < from.length; dim++) {
            final long a = random.nextInt((int) spec.extent(dim) + 1);
            final long b = random.nextInt((int) spec.extent(dim) + 1);
            final boolean isWhole = random.nextInt(4) == 0;
            from[dim] = isWhole ? 0 : Math.min(a, b);
            to[dim] = isWhole ? spec.extent(dim) : Math.max(a, b);
        }
        return Box.of(from, to);
    }

    /** Some go round more than once. */
    private Box anywhere() {
        Box box = inside();
        if (random.nextInt(3) == 0) {
            final int dim = random.nextInt(spec.dims());
            box = box.with(dim, box.from(dim), box.to(dim) + random.nextInt(2 * (int) spec.extent(dim) + 1));
        }
        final long[] distances = new long[spec.dims()];
        for (int dim = 0; dim < distances.length; dim++) {
            distances[dim] = random.nextInt(3 * (int) spec.extent(dim)) - spec.extent(dim);
        }
        return box.shift(distances);
    }

    private boolean meetsItself(final Box box) {
        for (int dim = 0; dim < box.dims(); dim++) {
            if (box.extent(dim) > spec.extent(dim)) {
                return true;
            }
        }
        return false;
    }

    // --- the copy ---

    private int at(final long[] index) {
        long at = 0;
        for (int dim = 0; dim < index.length; dim++) {
            at = at * spec.extent(dim) + Math.floorMod(index[dim], spec.extent(dim));
        }
        return (int) at;
    }

    private void collect(final Box box, final long[] steps, final double[] values) {
        int i = 0;
        for (final long[] index : indices(box, steps)) {
            values[i++] = model[at(index)];
        }
    }

    /** @param factor 0 to set, else to add */
    private void spread(final Box box, final long[] steps, final double[] values, final double factor) {
        int i = 0;
        for (final long[] index : indices(box, steps)) {
            model[at(index)] = factor == 0 ? values[i++] : model[at(index)] + factor * values[i++];
        }
    }

    /** Where a box meets itself, any of its values may be what an element is; the copy takes that which is. */
    private String settle(final Tile all, final Box box, final double[] values) {
        final double[] found = new double[model.length];
        int i = 0;
        for (final long[] index : indices(Box.whole(spec.extents()), steps(false))) {
            found[i++] = get(all, (int) all.place(index));
        }
        final boolean[] isOne = new boolean[model.length];
        final boolean[] isMet = new boolean[model.length];
        i = 0;
        for (final long[] index : indices(box, steps(false))) {
            isMet[at(index)] = true;
            isOne[at(index)] |= found[at(index)] == values[i++];
        }
        for (int at = 0; at < found.length; at++) {
            if (isMet[at] ? !isOne[at] : found[at] != model[at]) {
                return "element " + at + " is " + found[at] + " after a put of " + box;
            }
            model[at] = found[at];
        }
        return "";
    }

    // --- tiles ---

    private static Tile tile(final MatrixType type, final long[] extents, final int shape) {
        final long[] room = extents.clone();
        for (int dim = 1; dim < room.length; dim++) {
            room[dim] += shape;
        }
        room[0] += 1;
        final Tile tight = Tile.of(type, Arrays.stream(room).reduce(1, (a, b) -> a * b) + shape)
            .shaped(extents);
        return tight.leading(Arrays.copyOfRange(room, 1, room.length)).at(shape);
    }

    private static void set(final Tile tile, final int at, final double value) {
        switch (tile.type()) {
            case INT -> tile.ints()[at] = (int) value;
            case LONG -> tile.longs()[at] = (long) value;
            case FLOAT -> tile.floats()[at] = (float) value;
            case DOUBLE -> tile.doubles()[at] = value;
            case COMPLEX -> {
                tile.doubles()[2 * at] = value;
                tile.doubles()[2 * at + 1] = -value;
            }
        }
    }

    private static double get(final Tile tile, final int at) {
        return switch (tile.type()) {
            case INT -> tile.ints()[at];
            case LONG -> tile.longs()[at];
            case FLOAT -> tile.floats()[at];
            case DOUBLE -> tile.doubles()[at];
            case COMPLEX -> tile.doubles()[2 * at] == -tile.doubles()[2 * at + 1] ? tile.doubles()[2 * at]
                : Double.NaN;
        };
    }

    private static String compare(final Tile tile, final Box box, final long[] steps, final double[] expected,
                                  final String when) {
        int i = 0;
        for (final long[] index : indices(box, steps)) {
            final double found = get(tile, (int) tile.place(distance(index, box, steps)));
            if (found != expected[i]) {
                return when + ", box " + box + " in steps of " + Arrays.toString(steps) + " at "
                    + Arrays.toString(index) + ": " + found + " instead of " + expected[i];
            }
            i++;
        }
        return "";
    }

    private static long[] distance(final long[] index, final Box box, final long[] steps) {
        final long[] distance = index.clone();
        for (int dim = 0; dim < distance.length; dim++) {
            distance[dim] = (distance[dim] - box.from(dim)) / steps[dim];
        }
        return distance;
    }

    /** Counts the indices of each dimension one by one. */
    private static long[] extents(final Box box, final long[] steps) {
        final long[] extents = new long[box.dims()];
        for (int dim = 0; dim < extents.length; dim++) {
            for (long index = 0; index < box.extent(dim); index++) {
                extents[dim] += index % steps[dim] == 0 ? 1 : 0;
            }
        }
        return extents;
    }

    /** All indices of a box that steps meet, row by row. */
    private static List<long[]> indices(final Box box, final long[] steps) {
        final List<long[]> all = new ArrayList<>();
        final Box places = Box.whole(extents(box, steps));
        for (long number = 0; number < places.size(); number++) {
            final long[] index = new long[box.dims()];
            long rest = number;
            for (int dim = index.length - 1; dim >= 0; dim--) {
                index[dim] = box.from(dim) + rest % places.extent(dim) * steps[dim];
                rest /= places.extent(dim);
            }
            all.add(index);
        }
        return all;
    }
}
