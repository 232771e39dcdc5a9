package org.gmt4j.engine.hang;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.gmt4j.engine.hang.WaitCircles.Circle;
import org.gmt4j.engine.hang.WaitCircles.Link;

/**
 * The report of waits for people: dead-locks first, then each node with its oldest waits. One thread. docs/hangs.md
 * explains it.
 */
public final class HangReport {
    /** Number of waits shown for each node. */
    public static final int OLDEST = 20;

    private final List<NodeWaits> nodes;
    private final WaitCircles circles;
    private final StringBuilder text = new StringBuilder();

    private HangReport(final List<NodeWaits> nodes, final WaitCircles circles) {
        this.nodes = nodes;
        this.circles = circles;
    }

    /**
     * @param nodes waits of the nodes, in any order
     * @param again asks the same nodes once more: called only to confirm a possible dead-lock
     */
    public static String of(final List<NodeWaits> nodes, final Supplier<List<NodeWaits>> again) {
        final List<NodeWaits> sorted = nodes.stream().sorted(Comparator.comparingInt(NodeWaits::nodeId)).toList();
        final WaitCircles circles = new WaitCircles(sorted);
        final List<Circle> locks = circles.isEmpty() ? List.of() : circles.confirmedBy(new WaitCircles(again.get()));
        return new HangReport(sorted, circles).text(locks);
    }

    private String text(final List<Circle> locks) {
        final Map<WaitKind, Integer> totals = new EnumMap<>(WaitKind.class);
        nodes.forEach(node -> node.totals().forEach((kind, count) -> totals.merge(kind, count, Integer::sum)));
        final int all = nodes.isEmpty() ? 0 : nodes.get(0).nodeCount();
        text.append("what waits, ").append(nodes.size() < all ? nodes.size() + " of " : "").append(all)
            .append(all == 1 ? " node: " : " nodes: ").append(summary(totals)).append('\n');
        locks.forEach(this::append);
        nodes.forEach(this::append);
        return text.toString();
    }

    private static String summary(final Map<WaitKind, Integer> totals) {
        final int count = totals.values().stream().mapToInt(Integer::intValue).sum();
        return count == 0 ? "no task waits" : (count == 1 ? "1 task waits: " : count + " tasks wait: ")
            + totals.entrySet().stream().sorted(Map.Entry.comparingByKey()).map(total -> total.getKey()
                .counted(total.getValue()))
            .collect(Collectors.joining(", "));
    }

    // --- dead-locks ---

    private void append(final Circle circle) {
        final List<Link> links = circle.links();
        final WaitEntry first = links.get(0).task();
        final WaitEntry last = links.get(links.size() - 1).task();
        text.append("dead-lock: ").append(described(first))
            .append(last.kind() == WaitKind.MUTEX ? " holds " + last.what() + " and" : "");
        for (int i = 0; i < links.size(); i++) {
            final WaitEntry task = links.get(i).task();
            text.append(i == 0 ? " waits for " : ", which waits for ").append(task.what()).append(relation(task.kind()))
                .append(i == links.size() - 1 ? "task " + first.name() : described(links.get(i + 1).task()));
        }
        text.append(". None of them can go on.\n");
    }

    private static String described(final WaitEntry task) {
        return "task " + task.name() + " (node " + task.node() + (task.frame().isEmpty() ? "" : ", at " + task.frame())
            + ")";
    }

    /** Returns the relation between the wait of a task and the next task of its circle. */
    private static String relation(final WaitKind kind) {
        return switch (kind) {
            case MUTEX -> ", held by ";
            case TASKS -> ", among them ";
            case COLLECTIVE -> ", not reached by ";
            default -> ", kept back by ";
        };
    }

    // --- nodes ---

    private void append(final NodeWaits node) {
        text.append("node ").append(node.nodeId()).append(": ").append(summary(node.totals()));
        if (node.queuedLoops() > 0) {
            text.append("; ").append(node.queuedLoops()).append(node.queuedLoops() == 1 ? " loop or task has"
                : " loops or tasks have")
                .append(" not begun, or not with all chunks");
        }
        text.append('\n');
        if (!node.trouble().isEmpty()) {
            text.append("  (").append(node.trouble()).append(")\n");
        }
        for (final WorkerState worker : node.workers()) {
            text.append("  worker ").append(worker.index()).append(": runnable ").append(worker.runnable())
                .append(", waiting ").append(worker.waiting()).append("; ").append(worker.doing()).append('\n');
        }
        final List<WaitEntry> waits = node.entries().stream().filter(entry -> entry.kind() != WaitKind.NOTHING)
            .limit(OLDEST).toList();
        waits.forEach(this::append);
        if (node.waitingCount() > waits.size()) {
            text.append("  ... and ").append(node.waitingCount() - waits.size())
                .append(" that have waited less long\n");
        }
        final List<WaitEntry> others = node.entries().stream().filter(entry -> entry.kind() == WaitKind.NOTHING)
            .limit(OLDEST).toList();
        others.forEach(entry -> text.append("  task ").append(entry.name()).append(" does not wait: ")
            .append(entry.what()).append(place(entry)).append('\n'));
    }

    private void append(final WaitEntry entry) {
        text.append("  task ").append(entry.name()).append(" waits since ").append(time(entry.waitedNs()))
            .append(" for ").append(entry.what());
        final List<String> notes = new ArrayList<>();
        if (entry.kind() == WaitKind.MUTEX) {
            notes.addAll(entry.wants().stream().flatMap(wanted -> circles.keepersOf(entry, wanted).stream())
                .map(holder -> "held by task " + holder.name()
                    + (holder.kind() == WaitKind.NOTHING ? ", which does not wait" : "")).toList());
        } else if (entry.kind() == WaitKind.COLLECTIVE && !circles.notArrived(entry).isEmpty()) {
            final List<Integer> missing = circles.notArrived(entry);
            notes.add((missing.size() == 1 ? "node " : "nodes ") + missing.stream().limit(OLDEST).map(String::valueOf)
                .collect(Collectors.joining(", "))
                + (missing.size() > OLDEST ? ", ..." : "") + (missing.size() == 1 ? " has" : " have") + " not arrived");
        }
        if (entry.awaited().hasDeadline()) {
            notes.add("until a deadline");
        }
        text.append(notes.isEmpty() ? "" : " (" + String.join("; ", notes) + ")").append(place(entry)).append('\n');
    }

    private static String place(final WaitEntry entry) {
        return (entry.frame().isEmpty() ? "" : "\n      at " + entry.frame())
            + (entry.frame().isEmpty() ? "\n      in " : ", in ") + entry.body();
    }

    /** Returns a text such as 0.3 s, 12 s or 2 min 5 s. */
    static String time(final long ns) {
        final double seconds = Math.max(0, ns) / 1e9;
        if (seconds < 10) {
            return String.format(Locale.ROOT, seconds < 0.1 ? "%.3f s" : "%.1f s", seconds);
        }
        final long whole = Math.round(seconds);
        return whole < 120 ? whole + " s" : whole < 7200 ? whole / 60 + " min " + whole % 60 + " s"
            : whole / 3600 + " h " + whole / 60 % 60 + " min";
    }
}
