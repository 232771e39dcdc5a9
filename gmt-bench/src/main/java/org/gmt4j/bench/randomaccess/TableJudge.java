package org.gmt4j.bench.randomaccess;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Says what is wrong with a table after a run. No error is allowed, where the HPC Challenge allows one in a hundred.
 * Where a table of one thread fits, the two must also hold the same before anything is undone. Main thread of node 0.
 */
final class TableJudge {
    private final TableShape shape;
    /** By way; empty where one thread's table would be too large. */
    private final Map<UpdateWay, SerialTable.Outcome> serial = new EnumMap<>(UpdateWay.class);
    /** By way, once asked for. */
    private final Map<UpdateWay, Double> oneThread = new EnumMap<>(UpdateWay.class);
    private final long sumAfterAdds;

    /** Runs the same updates in this thread, once for each operator. */
    TableJudge(final TableShape shape, final Iterable<UpdateWay> ways) {
        this.shape = shape;
        long sum = 0;
        for (final UpdateWay way : ways) {
            if (SerialTable.fits(shape.log2())) {
                serial.put(way, ofSameOperator(way).orElseGet(() -> SerialTable.run(shape, way.isXor())));
            }
            sum = way.isXor() ? sum : SerialTable.sumAfterAdds(shape);
        }
        sumAfterAdds = sum;
    }

    private Optional<SerialTable.Outcome> ofSameOperator(final UpdateWay way) {
        return serial.keySet().stream().filter(other -> other.isXor() == way.isXor()).findFirst().map(serial::get);
    }

    /** Million updates per second of one thread, warm; nothing where its table would be too large. */
    Optional<Double> mopsOfOneThread(final UpdateWay way) {
        return serial.containsKey(way) ? Optional.of(oneThread.computeIfAbsent(way,
            asked -> shape.updates() / SerialTable.run(shape, asked.isXor()).seconds() / 1e6)) : Optional.empty();
    }

    /** Nothing where all is right. */
    Optional<String> complaint(final UpdateWay way, final TableState state) {
        if (state.elements() != shape.size()) {
            return Optional.of("the nodes have " + state.elements() + " elements instead of " + shape.size());
        }
        if (state.errors() != 0) {
            return Optional.of(state.errors() + " of " + shape.size() + " elements are wrong");
        }
        if (serial.containsKey(way) && !state.holdsTheSameAs(serial.get(way).state())) {
            return Optional.of("the nodes hold " + state.described() + "; one thread has "
                + serial.get(way).state().described());
        }
        return way.isXor() || state.sum() == sumAfterAdds ? Optional.empty()
            : Optional.of("the sum is " + state.sum() + " instead of " + sumAfterAdds);
    }
}
