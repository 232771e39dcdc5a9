package org.gmt4j.bench.simulate.transpose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the model assumes, and how runs compare with each other as the paper compares its own. */
final class TransposeNotes {
    private TransposeNotes() {
    }

    /** Sentences about every run. */
    static List<String> assumptions(final TransposeConfig config) {
        final TransposeConfig.Nodes nodes = config.nodes();
        final List<String> notes = new ArrayList<>();
        notes.add("seconds: until the last process is done, compared with the paper's averages, of which it does not "
            + "say whether they are of processes or of runs; mean: of processes");
        notes.add("a process asks the next process first and has at most buffers requests unanswered; blocks of its "
            + "own node it copies; it reads and writes its band once to transpose it; it polls while it waits");
        notes.add(nodes.isFull() ? String.format(Locale.ROOT, "full cores: a polling server and the node's first "
            + "process have the core in turn for %s ms, %s; a blocking server takes it when woken",
            number(nodes.slicePs() / 1e9), nodes.isAligned() ? "in all nodes at the same time"
                : "each node beginning at random") : "a core for the server alone");
        notes.add("slice, phase, order and buffers are assumptions, slice and phase with the paper's times in view: "
            + "that polling takes as long as there is no finding of this model");
        notes.add("left out: the barrier at the end, distance in the network, memory's bandwidth, the "
            + "system's other work");
        return notes;
    }

    /** Gain of eager puts, and cost of polling with the first limit, where there are runs to compare. */
    static List<String> comparisons(final List<TransposeRun> runs) {
        final List<String> notes = new ArrayList<>();
        for (final TransposeRun run : runs) {
            if (run.protocol() == Protocol.EAGER) {
                partner(runs, run, Protocol.RENDEZVOUS, run.config().nodes().waiting()).ifPresent(other ->
                    notes.add(compare(run, "eager takes %.3f of rendezvous' time", run.seconds() / other.seconds(),
                        run, other)));
            }
            if (run.config().nodes().waiting() == Wait.POLL
                && run.config().eagerLimit() == runs.get(0).config().eagerLimit()) {
                partner(runs, run, run.protocol(), Wait.BLOCK).filter(other -> run.config().eagerLimit()
                    == other.config().eagerLimit()).ifPresent(other -> notes.add(compare(run,
                    "polling takes %.1f times as long as blocking", run.seconds() / other.seconds(), run, other)));
            }
        }
        return notes;
    }

    private static Optional<TransposeRun> partner(final List<TransposeRun> runs, final TransposeRun run,
                                                  final Protocol protocol, final Wait waiting) {
        final TransposeConfig config = run.config();
        return runs.stream().filter(other -> other.protocol() == protocol && other.config().nodes().waiting() == waiting
            && other.config().way() == config.way() && other.config().size() == config.size()
            && other.config().processes() == config.processes() && other.config().buffers() == config.buffers())
            .filter(other -> waiting != config.nodes().waiting() || other.config().eagerLimit() != config.eagerLimit())
            .reduce((first, second) -> second.config().eagerLimit() == config.eagerLimit() ? second : first);
    }

    private static String compare(final TransposeRun run, final String what, final double value,
                                  final TransposeRun above, final TransposeRun below) {
        final TransposeConfig config = run.config();
        final String paper = above.paperSeconds().flatMap(top -> below.paperSeconds().map(bottom ->
            String.format(Locale.ROOT, " (paper: %.3g)", top / bottom))).orElse("");
        return String.format(Locale.ROOT, "%s %d %s, limit %d, buffers %d, %d processes: " + what + "%s",
            config.way().spelling(), config.size(), config.nodes().waiting().spelling(), config.eagerLimit(),
            config.buffers(), config.processes(), value, paper);
    }

    static String number(final double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
