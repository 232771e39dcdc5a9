package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs of array operations against a plain local model: every type, policy, plan and awkward size. */
@Timeout(240)
class ArrayPropertyTest {
    private static final int ROUNDS = 3;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldBehaveLikeLocalArrays(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayPropertyTest.class)) {
            final List<String> failures = cluster.call(ArrayPropertyTest::allTypesAndPolicies);
            assertEquals("", TestClusters.join(failures));
            final long direct = NodeCluster.of(cluster).nodes().stream()
                .mapToLong(node -> node.counters().getOrDefault("window.gets", 0L)).sum();
            assertEquals(nodes == 2, direct > 0, direct + " accesses to shared memory");
            assertEquals(0, NodeCluster.of(cluster).nodes()
                .stream().mapToLong(node -> node.arrayBytes()).sum(), "bytes not freed");
        }
    }

    private static List<String> allTypesAndPolicies(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        int serial = 0;
        for (final ElementType type : ElementType.values()) {
            for (final Allocation allocation : Allocation.values()) {
                final int[] sizes = {0, 1, Math.max(1, ctx.nodeCount() - 1), 101 + serial};
                // parts of so many bytes are shared between nodes
                final boolean isShared = ctx.nodeCount() == 2 && type.length() == 8 && serial % 2 == 0;
                final int size = isShared ? 2 * 8192 + serial
                    : sizes[serial % 4 == 3 ? 3 : allocation.ordinal() % 2 == 0 ? 3 : serial % 3];
                final long blockSize = serial % 3 == 1 && allocation != Allocation.REPLICATE ? 1 + serial % 7 : 0;
                final String failure = check(ctx, type, allocation, size, blockSize, serial);
                failures.add(failure);
                serial++;
            }
        }
        return failures;
    }

    private static String check(final TaskContext ctx, final ElementType type, final Allocation allocation,
                                final int size, final long blockSize, final int serial) throws SuspendExecution {
        final String name = "array-" + serial;
        ArraySpec spec = ArraySpec.of(size).named(name).allocated(allocation);
        if (blockSize > 0) {
            spec = spec.cyclic(blockSize);
        }
        // Not from node 0: the policies are relative to the node that allocates.
        final ArraySpec wanted = spec;
        final int home = serial % ctx.nodeCount();
        ctx.execute(home, c -> {
            TypedArray.allocate(c, type, wanted);
        });
        final StringBuilder failures = new StringBuilder();
        final TypedArray array = TypedArray.attach(ctx, name);
        final String shape = ShapeCheck.of(array.array(), ctx.nodeCount(), home);
        failures.append(shape);
        for (int round = 0; round < ROUNDS && size > 0; round++) {
            final int last = round;
            final String failure = ctx.call((serial + round) % ctx.nodeCount(),
                c -> script(c, name, size, serial * 1000L, last));
            failures.append(failure);
        }
        final String views = views(ctx, name);
        failures.append(views);
        array.array().free(ctx);
        return failures.length() == 0 ? "" : type + " " + allocation + " size " + size + " block " + blockSize
            + " home " + home + ": " + failures;
    }

    /**
     * All nodes see the same values, each its own elements without commands, and their local counts sum to the size.
     */
    private static String views(final TaskContext ctx, final String name) throws SuspendExecution {
        final List<Long> counts = ctx.callOnAll(c -> {
            final TypedArray array = TypedArray.attach(c, name);
            long count = 0;
            for (long i = 0; i < array.array().size(); i++) {
                final long v = array.get(c, i);
                if (array.array().isLocal(i) != (array.array().owner(i) == c.nodeId()
                    || array.array().distribution().isReplicated())) {
                    return -1000_000L;
                }
                if (array.array().isLocal(i)) {
                    count++;
                    if (array.getLocal(i) != v) {
                        return -2000_000L;
                    }
                }
            }
            return count == array.array().localCount() ? count : -3000_000L;
        });
        final GlobalArray array = TypedArray.attach(ctx, name).array();
        final long sum = counts.stream().mapToLong(Long::longValue).sum();
        final long expected = array.distribution().isReplicated() ? array.size() * ctx.nodeCount() : array.size();
        return sum == expected ? "" : "local counts " + counts + " of " + array;
    }

    /** Replays the rounds before on the model alone, then makes the last one for real. */
    private static String script(final TaskContext c, final String name, final int size, final long seed,
                                 final int last) throws SuspendExecution {
        final TypedArray array = TypedArray.attach(c, name);
        final long[] model = new long[size];
        for (int round = 0; round < last; round++) {
            final SplittableRandom random = new SplittableRandom(seed + round);
            for (int op = 0; op < 60; op++) {
                oneOperation(array, model, random);
            }
        }
        final SplittableRandom random = new SplittableRandom(seed + last);
        final SplittableRandom waits = new SplittableRandom(seed);
        final OperationHandle handle = c.newOperation();
        final List<Expectation> expectations = new ArrayList<>();
        final StringBuilder failures = new StringBuilder();
        for (int op = 0; op < 60; op++) {
            final Operation operation = oneOperation(array, model, random);
            perform(c, array, operation, handle, expectations, failures);
            if (waits.nextInt(8) == 0) {
                await(c, handle, expectations, failures, array);
            }
        }
        await(c, handle, expectations, failures, array);
        final Object all = array.buffer(size);
        array.getMany(c, 0, all, 0, size);
        for (int i = 0; i < size; i++) {
            if (array.at(all, i) != model[i]) {
                failures.append("element ").append(i).append(" is ").append(array.at(all, i)).append(", expected ")
                    .append(model[i]).append("; ");
                break;
            }
        }
        return failures.toString();
    }

    private static void await(final TaskContext c, final OperationHandle handle, final List<Expectation> expectations,
                              final StringBuilder failures, final TypedArray array) throws SuspendExecution {
        c.await();
        c.await(handle);
        for (final Expectation expectation : expectations) {
            for (int k = 0; k < expectation.values.length; k++) {
                if (array.at(expectation.buffer, k + 1) != expectation.values[k]) {
                    failures.append(expectation.what).append(" got ").append(array.at(expectation.buffer, k + 1))
                        .append(" at ").append(k).append(", expected ").append(expectation.values[k]).append("; ");
                    break;
                }
            }
            if (array.at(expectation.buffer, 0) != 0
                || array.at(expectation.buffer, expectation.values.length + 1) != 0) {
                failures.append(expectation.what).append(" wrote beside its range; ");
            }
        }
        expectations.clear();
    }

    private record Expectation(Operation what, Object buffer, long[] values) {
    }

    /** kind 0: put, 1: get; form 0 blocking, 1 nb, 2 handle. {@code count} 0: single element. */
    private record Operation(boolean isPut, int form, int index, int count, long value, long[] values) {
        @Override
        public String toString() {
            return (isPut ? "put" : "get") + " form " + form + " of " + count + " at " + index;
        }
    }

    private static Operation oneOperation(final TypedArray array, final long[] model, final SplittableRandom random) {
        final boolean isPut = random.nextBoolean();
        final int form = random.nextInt(3);
        final int index = random.nextInt(model.length);
        final int count = random.nextBoolean() ? 0 : random.nextInt(model.length - index + 1);
        final long value = random.nextLong();
        final int length = Math.max(1, count);
        final boolean isEmpty = count == 0 && random.nextInt(10) == 0;
        if (isPut && !isEmpty) {
            for (int k = 0; k < length; k++) {
                model[index + k] = array.canon(value + k * 31L);
            }
        }
        return new Operation(isPut, form, index, isEmpty ? -1 : count, value,
            java.util.Arrays.copyOfRange(model, index, index + length));
    }

    private static void perform(final TaskContext c, final TypedArray array, final Operation operation,
                                final OperationHandle handle, final List<Expectation> expectations,
                                final StringBuilder failures) throws SuspendExecution {
        final OperationHandle under = operation.form == 2 ? handle : null;
        if (operation.count == -1) {
            array.putManyNb(c, under, operation.index, array.buffer(3), 1, 0);
            array.getManyNb(c, under, operation.index, array.buffer(3), 1, 0);
        } else if (operation.isPut && operation.count == 0) {
            if (operation.form == 0) {
                array.put(c, operation.index, operation.values[0]);
            } else {
                array.putNb(c, under, operation.index, operation.values[0]);
            }
        } else if (operation.isPut) {
            final Object source = array.buffer(operation.count + 3);
            for (int k = 0; k < operation.count; k++) {
                array.set(source, k + 3, operation.values[k]);
            }
            if (operation.form == 0) {
                array.putMany(c, operation.index, source, 3, operation.count);
            } else {
                array.putManyNb(c, under, operation.index, source, 3, operation.count);
                for (int k = 0; k < operation.count; k++) {
                    array.set(source, k + 3, 77);   // the source may be reused when the call returns
                }
            }
        } else if (operation.count == 0) {
            if (operation.form == 0) {
                final long v = array.get(c, operation.index);
                if (v != operation.values[0]) {
                    failures.append(operation).append(" got ").append(v).append("; ");
                }
            } else {
                final Object target = array.buffer(3);
                array.getNb(c, under, operation.index, target, 1);
                expectations.add(new Expectation(operation, target, operation.values));
            }
        } else {
            final Object target = array.buffer(operation.count + 2);
            if (operation.form == 0) {
                array.getMany(c, operation.index, target, 1, operation.count);
            } else {
                array.getManyNb(c, under, operation.index, target, 1, operation.count);
            }
            expectations.add(new Expectation(operation, target, operation.values));
        }
    }
}
