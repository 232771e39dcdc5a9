package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sorting, prefix sums and files against plain Java: all types, distributions, shapes, odd sizes, many alike. */
@Timeout(240)
class WholeArrayTest {
    private static final long[] SIZES = {0, 1, 2, 3, 6, 7, 100, 4099};

    private static List<ArraySpec> specs(final long size) {
        return List.of(ArraySpec.of(size), ArraySpec.of(size).cyclic(3),
            ArraySpec.of(size).allocated(Allocation.PARTITION_RANDOM),
            ArraySpec.of(size).allocated(Allocation.REPLICATE), ArraySpec.of(size).allocated(Allocation.REMOTE));
    }

    /**
     * Values of a kind: anything, few different ones, all the same, ascending, descending, the least and the greatest.
     */
    private static long[] values(final int size, final int kind, final int unused) {
        final SplittableRandom random = new SplittableRandom(size * 7L + kind);
        final long[] values = new long[size];
        Arrays.setAll(values, i -> switch (kind) {
            case 0 -> random.nextLong() >> unused;
            case 1 -> random.nextInt(3) - 1;
            case 2 -> -5;
            case 3 -> i % 100;
            case 4 -> 100 - i % 100;
            default -> random.nextBoolean() ? Long.MIN_VALUE >> unused : Long.MAX_VALUE >> unused;
        });
        return values;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldSortLongs(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, WholeArrayTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (final long size : SIZES) {
                    for (final ArraySpec spec : specs(size)) {
                        final GlobalLongArray array = GlobalLongArray.allocate(ctx, spec);
                        for (int kind = 0; kind < 6; kind += size > 10 ? 1 : 3) {
                            final long[] values = values((int) size, kind, 0);
                            array.put(ctx, 0, values, 0, values.length);
                            array.sort(ctx);
                            Arrays.sort(values);
                            failures.add(Arrays.equals(values, array.toArray(ctx)) ? "" : array + " of kind " + kind);
                        }
                        array.free(ctx);
                    }
                }
                failures.add(ctx.callOnAll(node -> ArrayCatalog.of(node).count()).stream()
                    .allMatch(count -> count == 0) ? "" : "arrays are left");
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldSortAllTypes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, WholeArrayTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (final ElementType type : new ElementType[] {ElementType.BYTE, ElementType.SHORT,
                    ElementType.INT}) {
                    final IntegerArray array = (IntegerArray) ArrayCatalog.allocate(ctx,
                        ArraySpec.of(3001).typed(type, type.length()));
                    final TypedArray typed = TypedArray.of(array);
                    final long[] values = values(3001, 0, 64 - type.length() * 8);
                    for (int i = 0; i < values.length; i++) {
                        typed.putNb(ctx, null, i, values[i]);
                    }
                    ctx.await();
                    array.sort(ctx);
                    Arrays.sort(values);
                    final Object all = typed.buffer(3001);
                    typed.getMany(ctx, 0, all, 0, 3001);
                    for (int i = 0; i < 3001; i++) {
                        if (typed.at(all, i) != values[i]) {
                            failures.add(array + " at " + i);
                            break;
                        }
                    }
                }
                final double[] special = {0.0, -0.0, Double.NaN, 1, -1, Double.POSITIVE_INFINITY,
                    Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -Double.MIN_VALUE, 1e300,
                    Double.longBitsToDouble(0xFFF8_0000_0000_0001L)};
                for (final int size : new int[] {2, 11, 2003}) {
                    final double[] doubles = new double[size];
                    final float[] floats = new float[size];
                    final SplittableRandom random = new SplittableRandom(size);
                    for (int i = 0; i < size; i++) {
                        doubles[i] = random.nextBoolean() ? special[random.nextInt(special.length)]
                            : random.nextDouble() - 0.5;
                        floats[i] = (float) doubles[i];
                    }
                    final GlobalDoubleArray ofDoubles = GlobalDoubleArray.of(ctx, doubles);
                    final GlobalFloatArray ofFloats = GlobalFloatArray.of(ctx, floats);
                    ofDoubles.sort(ctx);
                    ofFloats.sort(ctx);
                    Arrays.sort(doubles);
                    Arrays.sort(floats);
                    failures.add(Arrays.equals(doubles, ofDoubles.toArray(ctx)) ? "" : "doubles " + size);
                    failures.add(Arrays.equals(floats, ofFloats.toArray(ctx)) ? "" : "floats " + size);
                }
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldSumUpPrefixes(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, WholeArrayTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                for (final long size : new long[] {0, 1, 2, 6, 7, 1000}) {
                    for (final ArraySpec spec : specs(size)) {
                        final GlobalLongArray array = GlobalLongArray.allocate(ctx, spec);
                        for (final boolean isInclusive : new boolean[] {true, false}) {
                            final long[] values = values((int) size, 0, 0);
                            array.put(ctx, 0, values, 0, values.length);
                            final long sum = isInclusive ? array.prefixSum(ctx) : array.prefixSumExclusive(ctx);
                            failures.add(sum == Arrays.stream(values).sum() ? "" : array + " sum " + sum);
                            final long[] expected = values.clone();
                            Arrays.parallelPrefix(expected, Long::sum);
                            if (!isInclusive && size > 0) {
                                System.arraycopy(expected.clone(), 0, expected, 1, expected.length - 1);
                                expected[0] = 0;
                            }
                            failures.add(Arrays.equals(expected, array.toArray(ctx)) ? ""
                                : array + " inclusive " + isInclusive);
                        }
                        array.free(ctx);
                    }
                }
                final GlobalByteArray bytes = GlobalByteArray.of(ctx, new byte[] {100, 100, 100, -1});
                failures.add(bytes.prefixSum(ctx) == 299 && Arrays.equals(new byte[] {100, -56, 44, 43},
                    bytes.toArray(ctx)) ? "" : "bytes wrap");
                final GlobalDoubleArray doubles = GlobalDoubleArray.of(ctx, 0.5, 0.25, 8, -1);
                failures.add(doubles.prefixSumExclusive(ctx) == 7.75 ? "" : "sum of doubles");
                failures.add(Arrays.equals(new double[] {0, 0.5, 0.75, 8.75}, doubles.toArray(ctx)) ? ""
                    : "doubles " + Arrays.toString(doubles.toArray(ctx)));
                final GlobalFloatArray floats = GlobalFloatArray.of(ctx, 1, 2, 3);
                failures.add(floats.prefixSum(ctx) == 6 && Arrays.equals(new float[] {1, 3, 6},
                    floats.toArray(ctx)) ? "" : "floats");
                return failures;
            })));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldBeReadOnOtherCountsOfNodes(final int nodes, final TestClusters.Plan plan, @TempDir final Path folder)
        throws IOException {
        final long[] values = values(300_001, 0, 0);
        final String place = folder.toString();
        try (GmtCluster cluster = TestClusters.start(nodes, plan, WholeArrayTest.class)) {
            cluster.run(ctx -> {
                for (final ArraySpec spec : specs(values.length)) {
                    final GlobalLongArray array = GlobalLongArray.allocate(ctx, spec);
                    array.put(ctx, 0, values, 0, values.length);
                    array.save(ctx, Path.of(place, "longs-" + array.spec().allocation() + array.spec().blockSize()));
                    array.free(ctx);
                }
                GlobalDoubleArray.of(ctx).save(ctx, Path.of(place, "empty"));
                GlobalShortArray.of(ctx, (short) 7, (short) -8).save(ctx, Path.of(place, "shorts"));
                final GlobalRecordArray records = GlobalRecordArray.allocate(ctx, 11, 13);
                records.put(ctx, 10, "the last one.".getBytes(StandardCharsets.UTF_8), 0, 1);
                records.save(ctx, Path.of(place, "records"));
            });
        }
        try (Stream<Path> files = Files.list(folder)) {
            final List<Path> all = files.toList();
            assertEquals(8, all.size(), all.toString());      // no drafts
            final List<Path> longs = all.stream().filter(file -> file.getFileName().toString().startsWith("longs"))
                .toList();
            assertEquals(5, longs.size());
            for (final Path file : longs) {
                assertArrayEquals(Files.readAllBytes(longs.get(0)), Files.readAllBytes(file));
            }
        }
        try (GmtCluster cluster = TestClusters.start(nodes % 3 + 1, TestClusters.Plan.COMBINED, WholeArrayTest.class)) {
            cluster.run(ctx -> {
                assertArrayEquals(values, GlobalLongArray.load(ctx, Path.of(place, "longs-PARTITION0")).toArray(ctx));
                assertEquals(0, GlobalDoubleArray.load(ctx, Path.of(place, "empty")).size());
                assertArrayEquals(new short[] {7, -8}, GlobalShortArray.load(ctx, Path.of(place, "shorts"))
                    .toArray(ctx));
                final byte[] record = new byte[13];
                GlobalRecordArray.load(ctx, Path.of(place, "records")).get(ctx, 10, record, 0, 1);
                assertEquals("the last one.", new String(record, StandardCharsets.UTF_8));
            });
        }
    }

    private static String refusal(final TaskContext ctx, final Path path) throws SuspendExecution {
        final int before = ArrayCatalog.of(ctx).count();
        String told = "nothing";
        try {
            GlobalLongArray.load(ctx, path).free(ctx);
        } catch (final RuntimeException e) {
            told = e.getMessage();
        }
        assertEquals(before, ArrayCatalog.of(ctx).count(), "an array is left");
        return told;
    }

    @Test
    void shouldRefuseFilesThatAreNoneOrDamaged(@TempDir final Path folder) {
        try (GmtCluster cluster = TestClusters.start(3, TestClusters.Plan.COMBINED, WholeArrayTest.class)) {
            cluster.run(ctx -> {
                final Path file = folder.resolve("array");
                GlobalLongArray.of(ctx, values(1000, 0, 0)).save(ctx, file);
                final byte[] good = bytes(file);
                assertEquals("nothing", refusal(ctx, file));
                refused(ctx, folder.resolve("missing"), null, "GMT-686 ");
                refused(ctx, file, new byte[0], "GMT-687 ");
                refused(ctx, file, "GMTARRAZ".repeat(9).getBytes(StandardCharsets.UTF_8), "GMT-687 ");
                refused(ctx, file, Arrays.copyOf(good, good.length - 1), "GMT-687 ");
                refused(ctx, file, Arrays.copyOf(good, good.length + 8), "GMT-687 ");
                for (int at = 8; at < good.length; at += at < 64 ? 1 : 511) {
                    final byte[] bad = good.clone();
                    bad[at] ^= 0x10;
                    refused(ctx, file, bad, at < 32 || at >= 40 && at < 64 ? "GMT-687 " : "GMT-688 ");
                }
                final byte[] overflowing = Arrays.copyOf(good, 64);           // 2^61 elements of 8 B: 0 in 64 bits
                Arrays.fill(overflowing, 24, 32, (byte) 0);
                overflowing[31] = 0x20;
                refused(ctx, file, overflowing, "GMT-687 ");
                final byte[] exchanged = good.clone();
                System.arraycopy(good, 64, exchanged, 72, 8);
                System.arraycopy(good, 72, exchanged, 64, 8);
                refused(ctx, file, exchanged, "GMT-688 ");
                GlobalIntArray.of(ctx, 1, 2).save(ctx, file);
                refused(ctx, file, null, "GMT-687 ");
                String told = "";
                try {
                    GlobalIntArray.of(ctx, 1, 2).save(ctx, folder.resolve("no/such/folder"));
                } catch (final RuntimeException e) {
                    told = e.getMessage();
                }
                assertTrue(told.startsWith("GMT-686 "), told);
            });
        }
    }

    private static void refused(final TaskContext ctx, final Path file, final byte[] content, final String code)
        throws SuspendExecution {
        if (content != null) {
            try {
                Files.write(file, content);
            } catch (final IOException e) {
                throw new IllegalStateException(e);
            }
        }
        final String told = refusal(ctx, file);
        assertTrue(told.startsWith(code), told + ", expected " + code);
    }

    private static byte[] bytes(final Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
