package org.gmt4j.bench;

import org.gmt4j.bench.ceiling.CeilingRecord;
import org.gmt4j.bench.ceiling.CeilingSession;
import org.gmt4j.bench.trial.Measured;
import org.gmt4j.bench.trial.TrialSeries;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.result.BenchResult;

/**
 * The two hand-written programs that the runtime is compared with, measured in turn with it. {@code ceiling} sends
 * records of 8 bytes, index and operand in one word, as somebody would who knows the sizes of both; {@code ceiling-16}
 * a word for each.
 */
record CeilingRows(TrialSeries.Row top, TrialSeries.Row wide) {

    static CeilingRows add(final TrialSeries series, final AppRun run, final CeilingSession session) {
        return new CeilingRows(series.add(measured(run, session, CeilingRecord.PACKED)),
            series.add(measured(run, session, CeilingRecord.WIDE)));
    }

    private static Measured measured(final AppRun run, final CeilingSession session, final CeilingRecord record) {
        return (operationsPerNode, seed) -> {
            final long ns = session.run(record, operationsPerNode, seed);
            if (run.verify()) {
                run.result().verified(session.verify());
            }
            return new Measured.Sample(operationsPerNode * session.nodeCount(), ns);
        };
    }

    void report(final AppRun run) {
        run.result().result(result("ceiling", top, CeilingRecord.PACKED).ceilingShare(1));
        run.result().result(result("ceiling-16", wide, CeilingRecord.WIDE).ceilingShare(wide.medianShareOf(top)));
    }

    private static BenchResult result(final String name, final TrialSeries.Row row, final CeilingRecord record) {
        return row.addTo(BenchResult.of(name).param("recordBytes", record.bytes())
            .param("operations", row.operations()));
    }
}
