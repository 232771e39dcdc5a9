package org.gmt4j.cli.launch;

import java.util.List;
import java.util.Locale;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.launch.MemoryEntry.Group;
import org.gmt4j.cli.launch.MemoryEntry.Scope;
import org.gmt4j.engine.bootstrap.RunPlan;

/** An estimate as a table for people, in megabytes, the two phases side by side, and a verdict. */
final class MemoryText {
    private final MemoryEstimate estimate;
    private final StringBuilder text = new StringBuilder();

    MemoryText(final MemoryEstimate estimate) {
        this.estimate = estimate;
        header();
        for (final Group group : Group.values()) {
            group(group);
        }
        sums();
        verdict();
    }

    private void header() {
        final RunPlan plan = estimate.plan();
        line(String.format(Locale.ROOT, "estimate of %s: %d node%s%s, plan %s, transport %s",
            estimate.commandLine(), plan.nodes(), plan.nodes() == 1 ? "" : "s",
            plan.inProcess() ? " in one process" : estimate.here().nodes() < plan.nodes() ? ", 1 of them here" : "",
            RunPlan.spelling(plan.plan()), RunPlan.spelling(plan.transport())));
        line(String.format(Locale.ROOT, "%-42s %18s %18s", "MB of a node", "while building",
            "while running"));
    }

    private void line(final String line) {
        text.append(line.stripTrailing()).append('\n');
    }

    private void row(final String name, final long building, final long running) {
        line(String.format(Locale.ROOT, "%-42s %18s %18s", name, number(building), number(running)));
    }

    private static String number(final long bytes) {
        return bytes == 0 ? "-" : bytes < 1 << 20 ? String.format(Locale.ROOT, "%.1f", bytes / (double) (1 << 20))
            : ByteCount.number(bytes);
    }

    private void group(final Group group) {
        final List<MemoryEntry> members = estimate.entries().stream().filter(entry -> entry.group() == group).toList();
        if (members.isEmpty()) {
            return;
        }
        row(group.words(), estimate.bytesOfNode(group, Phase.BUILDING), estimate.bytesOfNode(group, Phase.RUNNING));
        for (final MemoryEntry entry : members) {
            row("  " + entry.name() + where(entry), entry.isIn(Phase.BUILDING) ? entry.bytes() : 0,
                entry.isIn(Phase.RUNNING) ? entry.bytes() : 0);
        }
    }

    private String where(final MemoryEntry entry) {
        return entry.scope() == Scope.NODE_ZERO && !entry.name().contains("node 0") ? " (node 0 only)"
            : entry.scope() == Scope.PROCESS && !estimate.hasOwnProcess() ? " (once)" : "";
    }

    private void sums() {
        row("a node", estimate.bytesOfNode(Phase.BUILDING), estimate.bytesOfNode(Phase.RUNNING));
        if (estimate.here().isNodeZero() && zero(Phase.BUILDING) + zero(Phase.RUNNING) > 0) {
            row("node 0", ByteCount.plus(estimate.bytesOfNode(Phase.BUILDING), zero(Phase.BUILDING)),
                ByteCount.plus(estimate.bytesOfNode(Phase.RUNNING), zero(Phase.RUNNING)));
        }
        if (estimate.driver().bytes() > 0) {
            row("media driver, shared", estimate.driver().bytes(), estimate.driver().bytes());
        }
        row("in all: " + estimate.nodes(), estimate.total(Phase.BUILDING), estimate.total(Phase.RUNNING));
        estimate.limits().available().ifPresent(bytes -> line(String.format(Locale.ROOT, "%-42s %18s",
            "available on this machine", number(bytes))));
    }

    /** What node 0 alone has. */
    private long zero(final Phase phase) {
        return estimate.bytes(Scope.NODE_ZERO, phase);
    }

    private void verdict() {
        estimate.driver().room().ifPresent(room -> line(String.format(Locale.ROOT, "%-42s %18s %18s",
            "media driver's files in " + room.folder() + ", free there",
            number(room.neededBytes()), number(room.freeBytes()))));
        estimate.unknown().ifPresent(unknown -> line("not counted: " + unknown));
        if (estimate.limits().available().isEmpty()) {
            line("this system does not say what is available, so nothing is refused");
        } else if (estimate.fits()) {
            line("fits on this machine" + limits());
        } else {
            line("does not fit on this machine: " + estimate.misfit().orElse("") + ". " + estimate.remedy() + ".");
        }
    }

    private String limits() {
        final StringBuilder limits = new StringBuilder();
        estimate.fitting().mostNodes().ifPresent(most -> limits.append("; at most ").append(most).append(" nodes"));
        estimate.fitting().largestInput().ifPresent(input -> limits.append(limits.length() > 0 ? ", or " : "; at most ")
            .append(input.option()).append(' ').append(input.text()));
        return limits.toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
