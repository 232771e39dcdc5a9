package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
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
                return irregular(plain, random, nodes);
            case 2:
                final long[] chunks = new long[dims];
                chunks[random.nextInt(dims)] = 1 + random.nextInt(20);
                return plain.chunks(chunks);
            default:
                return plain;
        }
    }

    /** Cuts one dimension in at most as many pieces as there are nodes. */
    private static MatrixSpec irregular(final MatrixSpec plain, final Random random, final int nodes) {
        final long[][] starts = new long[plain.dims()][];
        final int cut = random.nextInt(plain.dims());
        for (int dim = 0; dim < starts.length; dim++) {
            final long end = plain.extent(dim);
            starts[dim] = dim != cut ? new long[1] : LongStream.concat(LongStream.of(0),
                random.longs(nodes - 1L, 0, end)).sorted().distinct().toArray();
        }
        return plain.irregular(starts);
    }

    /** Does so many operations. Returns what was wrong, empty where nothing was. */
    static String run(final TaskContext ctx, final MatrixSpec spec, final long seed, final int operations)
        throws SuspendExecution {
        final RandomPatches patches = new RandomPatches(spec, new Random(seed), ctx.nodeCount());
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
        String wrong = "";
        for (int i = 0; i < operations && wrong.isEmpty(); i++) {
            wrong = patches.operation(ctx, matrix);
        }
        if (wrong.isEmpty()) {
            wrong = compare(matrix.get(ctx, matrix.box()), matrix.box(), patches.model, "the end");
        }
        matrix.destroy(ctx);
        return wrong.isEmpty() ? "" : spec + " seed " + seed + ": " + wrong;
    }

    private String operation(final TaskContext ctx, final GlobalMatrix matrix) throws SuspendExecution {
        final int node = random.nextInt(nodes);
        final int verb = random.nextInt(9);
        final Box box = verb < 6 ? inside() : anywhere();
        final int shape = random.nextInt(3);
        final double[] values = new double[(int) box.size()];
        final double factor = random.nextInt(5) - 2;
        switch (verb) {
            case 0, 1, 6:
                collect(box, values);
                return ctx.call(node, there -> read(there, matrix, box, values, verb, shape));
            case 2, 3, 7:
                fill(values);
                if (verb == 7 && meetsItself(box)) {
                    ctx.execute(node, there -> write(there, matrix, box, values, new int[] {verb, shape}, 1));
                    return settle(matrix.get(ctx, matrix.box()), box, values);
                }
                spread(box, values, 0);
                break;
            default:
                fill(values);
                spread(box, values, factor == 0 ? 1 : factor);
                break;
        }
        ctx.execute(node, there -> write(there, matrix, box, values, new int[] {verb, shape},
            factor == 0 ? 1 : factor));
        return "";
    }

    private static String read(final TaskContext ctx, final GlobalMatrix matrix, final Box box, final double[] expected,
                               final int verb, final int shape) throws SuspendExecution {
        final Tile tile = tile(matrix.type(), box, shape);
        if (verb == 0) {
            matrix.get(ctx, box, tile);
        } else if (verb == 1) {
            final OperationHandle handle = ctx.newOperation();
            matrix.getNb(ctx, handle, box, tile);
            ctx.await(handle);
        } else {
            matrix.getPeriodic(ctx, box, tile);
        }
        return compare(tile, box, expected, "read by node " + ctx.nodeId());
    }

    private static void write(final TaskContext ctx, final GlobalMatrix matrix, final Box box, final double[] values,
                              final int[] verbAndShape, final double factor) throws SuspendExecution {
        final Tile tile = tile(matrix.type(), box, verbAndShape[1]);
        int at = 0;
        for (final long[] index : indices(box)) {
            set(tile, (int) tile.place(distance(index, box)), values[at++]);
        }
        final OperationHandle handle = ctx.newOperation();
        switch (verbAndShape[0]) {
            case 2 -> matrix.put(ctx, box, tile);
            case 3 -> matrix.putNb(ctx, handle, box, tile);
            case 4 -> matrix.accumulate(ctx, box, tile, factor);
            case 5 -> matrix.accumulateNb(ctx, handle, box, tile, factor);
            case 7 -> matrix.putPeriodic(ctx, box, tile);
            default -> matrix.accumulatePeriodic(ctx, box, tile, factor);
        }
        ctx.await(handle);
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

    private void collect(final Box box, final double[] values) {
        int i = 0;
        for (final long[] index : indices(box)) {
            values[i++] = model[at(index)];
        }
    }

    private void fill(final double[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(LARGEST);
        }
    }

    /** @param factor 0 to set, else to add */
    private void spread(final Box box, final double[] values, final double factor) {
        int i = 0;
        for (final long[] index : indices(box)) {
            model[at(index)] = factor == 0 ? values[i++] : model[at(index)] + factor * values[i++];
        }
    }

    /** Where a box meets itself, any of its values may be what an element is; the copy takes that which is. */
    private String settle(final Tile all, final Box box, final double[] values) {
        final double[] found = new double[model.length];
        int i = 0;
        for (final long[] index : indices(Box.whole(spec.extents()))) {
            found[i++] = get(all, (int) all.place(index));
        }
        final boolean[] isOne = new boolean[model.length];
        final boolean[] isMet = new boolean[model.length];
        i = 0;
        for (final long[] index : indices(box)) {
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

    private static Tile tile(final MatrixType type, final Box box, final int shape) {
        final long[] extents = box.extents();
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

    private static String compare(final Tile tile, final Box box, final double[] expected, final String when) {
        int i = 0;
        for (final long[] index : indices(box)) {
            final double found = get(tile, (int) tile.place(distance(index, box)));
            if (found != expected[i]) {
                return when + ", box " + box + " at " + Arrays.toString(index) + ": " + found
                    + " instead of " + expected[i];
            }
            i++;
        }
        return "";
    }

    private static long[] distance(final long[] index, final Box box) {
        final long[] distance = index.clone();
        for (int dim = 0; dim < distance.length; dim++) {
            distance[dim] -= box.from(dim);
        }
        return distance;
    }

    /** All indices of a box, row by row. */
    private static Iterable<long[]> indices(final Box box) {
        final List<long[]> all = new ArrayList<>();
        for (long number = 0; number < box.size(); number++) {
            final long[] index = new long[box.dims()];
            long rest = number;
            for (int dim = index.length - 1; dim >= 0; dim--) {
                index[dim] = box.from(dim) + rest % box.extent(dim);
                rest /= box.extent(dim);
            }
            all.add(index);
        }
        return all;
    }
}
