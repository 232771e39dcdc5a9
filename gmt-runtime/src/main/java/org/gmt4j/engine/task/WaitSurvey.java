package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.engine.hang.NodeWaits;
import org.gmt4j.engine.hang.WaitEntry;
import org.gmt4j.engine.hang.WaitKind;
import org.gmt4j.engine.hang.WorkerState;

/**
 * Asks all workers of a node for the waits of their tasks. Any thread, one at a time; bounded by the given limit.
 * Set-up.
 */
public final class WaitSurvey {
    private final TaskParts parts;
    private final List<Worker> workers;

    public WaitSurvey(final TaskRuntime runtime, final List<Worker> workers) {
        parts = runtime.parts();
        this.workers = List.copyOf(workers);
    }

    /**
     * Returns the current waits of this node. Workers whose thread takes no turn in time are examined from outside,
     * without lines.
     *
     * @param limitNs approximate time limit
     */
    public synchronized NodeWaits take(final long limitNs) {
        final WaitScan scan = new WaitScan(parts, System.nanoTime());
        final WaitQuestion[] questions = new WaitQuestion[workers.size()];
        for (int i = 0; i < questions.length; i++) {
            final Worker worker = workers.get(i);
            if (worker.thread() != Thread.currentThread() && worker.thread() != null && worker.thread().isAlive()) {
                questions[i] = new WaitQuestion(scan, worker);
                worker.ask(questions[i]);
            }
        }
        final long endNs = System.nanoTime() + limitNs;
        final List<WorkerState> states = new ArrayList<>();
        final List<WaitEntry> entries = new ArrayList<>();
        final List<String> soleTeams = new ArrayList<>();
        final Map<WaitKind, Integer> totals = new EnumMap<>(WaitKind.class);
        for (int i = 0; i < questions.length; i++) {
            final WaitScan.Found found = found(scan, workers.get(i), questions[i], endNs);
            states.add(found.state());
            entries.addAll(found.entries());
            soleTeams.addAll(found.soleTeams());
            found.totals().forEach((kind, count) -> totals.merge(kind, count, Integer::sum));
        }
        entries.sort(Comparator.comparingLong(WaitEntry::waitedNs).reversed());
        return new NodeWaits(parts.tasks().nodeId, parts.tasks().nodeCount, parts.tasks().loops.size(), states, totals,
            entries, new NodeWaits.Teams(parts.rounds().progress(), soleTeams), "");
    }

    private static WaitScan.Found found(final WaitScan scan, final Worker worker, final WaitQuestion question,
                                        final long endNs) {
        final WaitScan.Found answer = question == null ? null : question.await(endNs - System.nanoTime());
        if (answer != null) {
            return answer;
        }
        try {
            return scan.of(worker, worker.thread() == Thread.currentThread());
        } catch (final RuntimeException e) {
            return WaitScan.Found.failed(worker, e);
        }
    }
}
