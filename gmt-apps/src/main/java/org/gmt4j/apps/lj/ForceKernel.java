package org.gmt4j.apps.lj;

/**
 * Forces between the particles of two blocks, or of one, each pair once. Of two blocks only particles near the other
 * one's box are looked at. For each of the first block the squares of the distances to all of the second come first, as
 * one loop without branches, then the list of those below the cut-off, then their forces. Owned by one task; per pair,
 * no allocation.
 */
final class ForceKernel {
    /** So far away that nothing repeats. */
    private static final double NO_EDGE = Double.MAX_VALUE;

    private final Potential potential;
    private final double edge;
    private final double cutoff;
    private final Group left = new Group();
    private final Group right = new Group();
    private final double[] centre = new double[3];
    private final double[] half = new double[3];
    private double[] squares = {};
    private int[] hits = {};
    private double energy;
    private long interactions;

    ForceKernel(final LjSettings settings) {
        potential = settings.potential();
        edge = settings.edge();
        cutoff = settings.cutoff();
    }

    /** Begins new sums. */
    void begin() {
        energy = 0;
        interactions = 0;
    }

    /** Returns the energy of all pairs since {@link #begin}. */
    double energy() {
        return energy;
    }

    /** Returns the number of pairs below the cut-off since {@link #begin}. */
    long interactions() {
        return interactions;
    }

    /** Adds the forces between the particles of a block. */
    void meet(final Block block) {
        final boolean wraps = !isSmall(block);
        left.takeAll(block);
        prepare(left.size());
        for (int i = 0; i < left.size(); i++) {
            meet(left, i, left, i + 1, wraps);
        }
        left.giveForces(block);
    }

    /** Adds the forces between the particles of two blocks. */
    void meet(final Block one, final Block other) {
        if (one.size() == 0 || other.size() == 0) {
            return;
        }
        final boolean wraps = !isSmall(one);
        if (wraps) {
            left.takeAll(one);
            right.takeAll(other);
        } else if (!takeNear(one, other)) {
            return;
        }
        prepare(right.size());
        for (int i = 0; i < left.size(); i++) {
            meet(left, i, right, 0, wraps);
        }
        left.giveForces(one);
        right.giveForces(other);
    }

    /** Returns whether no two images of a particle can be within the cut-off of the block's box. */
    private boolean isSmall(final Block block) {
        final double most = Math.max(block.half(0), Math.max(block.half(1), block.half(2)));
        return most + cutoff <= edge / 2;
    }

    /** Takes those of the other block near the one's box, then those of the one near the box around these. */
    private boolean takeNear(final Block one, final Block other) {
        for (int dim = 0; dim < 3; dim++) {
            centre[dim] = one.centre(dim);
            half[dim] = one.half(dim);
        }
        right.takeNear(other, centre, half, edge, potential.cutoffSquared());
        if (right.size() == 0) {
            return false;
        }
        right.measure(centre, half);
        left.takeNear(one, centre, half, NO_EDGE, potential.cutoffSquared());
        return true;
    }

    private void prepare(final int most) {
        if (squares.length < most) {
            squares = new double[most + most / 4];
            hits = new int[squares.length];
        }
    }

    private void meet(final Group one, final int i, final Group other, final int from, final boolean wraps) {
        if (wraps) {
            measureAround(one.x[i], one.y[i], one.z[i], other, from);
        } else {
            measure(one.x[i], one.y[i], one.z[i], other, from);
        }
        push(one, i, other, select(from, other.size()), wraps);
    }

    private void measure(final double x, final double y, final double z, final Group other, final int from) {
        final double[] otherX = other.x;
        final double[] otherY = other.y;
        final double[] otherZ = other.z;
        final double[] target = squares;
        final int to = other.size();
        for (int j = from; j < to; j++) {
            final double dx = x - otherX[j];
            final double dy = y - otherY[j];
            final double dz = z - otherZ[j];
            target[j] = dx * dx + dy * dy + dz * dz;
        }
    }

    /** The same where the nearest image may be any. */
    private void measureAround(final double x, final double y, final double z, final Group other, final int from) {
        for (int j = from; j < other.size(); j++) {
            final double dx = nearest(x - other.x[j]);
            final double dy = nearest(y - other.y[j]);
            final double dz = nearest(z - other.z[j]);
            squares[j] = dx * dx + dy * dy + dz * dz;
        }
    }

    private double nearest(final double distance) {
        return distance - edge * Math.rint(distance / edge);
    }

    /** Lists those below the cut-off, without a branch: the sign of a difference is the number to go on by. */
    private int select(final int from, final int to) {
        final double[] source = squares;
        final int[] target = hits;
        final double limit = potential.cutoffSquared();
        int count = 0;
        for (int j = from; j < to; j++) {
            target[count] = j;
            count += (int) (Double.doubleToRawLongBits(source[j] - limit) >>> 63);
        }
        return count;
    }

    private void push(final Group one, final int i, final Group other, final int count, final boolean wraps) {
        final double[] otherX = other.x;
        final double[] otherY = other.y;
        final double[] otherZ = other.z;
        final double[] forceX = other.fx;
        final double[] forceY = other.fy;
        final double[] forceZ = other.fz;
        final double x = one.x[i];
        final double y = one.y[i];
        final double z = one.z[i];
        double sumX = 0;
        double sumY = 0;
        double sumZ = 0;
        double sumEnergy = 0;
        for (int hit = 0; hit < count; hit++) {
            final int j = hits[hit];
            final double squared = squares[j];
            final double inverse = 1 / squared;
            final double sixth = inverse * inverse * inverse;
            final double force = potential.forceOverDistance(inverse, sixth);
            sumEnergy += potential.energy(squared, sixth);
            final double dx = wraps ? nearest(x - otherX[j]) : x - otherX[j];
            final double dy = wraps ? nearest(y - otherY[j]) : y - otherY[j];
            final double dz = wraps ? nearest(z - otherZ[j]) : z - otherZ[j];
            sumX += force * dx;
            sumY += force * dy;
            sumZ += force * dz;
            forceX[j] -= force * dx;
            forceY[j] -= force * dy;
            forceZ[j] -= force * dz;
        }
        one.fx[i] += sumX;
        one.fy[i] += sumY;
        one.fz[i] += sumZ;
        energy += sumEnergy;
        interactions += count;
    }
}
