package org.gmt4j.cli.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gmt4j.cli.result.AdviceFigures.Time;
import org.gmt4j.engine.publish.NodeReport;

/**
 * What {@code --advise} knows: rules over the counters of a whole run, set-up included, causes before symptoms. A
 * threshold lies where the thing costs some ten percent of a run, or more than the suggestion does.
 */
final class AdviceRules {
    /** Fewer blocks, buffers or commands say nothing. */
    private static final long FEW = 100;
    private static final long FEW_COMMANDS = 10_000;
    private static final long FEW_CHUNKS = 100_000;
    private static final double NS_PER_US = 1e3;
    private static final double MEGABYTE = 1 << 20;
    /** Memory whose addresses the processor's tables hold with small pages as well: some thousand entries. */
    private static final long MUCH_MEMORY = 64L << 20;

    static final List<AdviceRule> ALL = List.of(
        // --- the machine ---
        // each thread more than a core takes turns with others, and whoever waits for it waits for a time slice
        new AdviceRule("threads", 1, run -> run.busiestHost().threadsPerCore(),
            "more threads than cores take turns, so these are functional numbers",
            run -> threads(run.busiestHost()),
            "fewer nodes (-n) or threads (--workers, --helpers); with many threads to a core gmt.wait=block"),
        // from half of the cores on the run could be twice as fast
        new AdviceRule("unused-cores", 1.99, run -> 1 / run.allHosts().threadsPerCore(),
            "cores have no thread", run -> threads(run.allHosts()),
            "more nodes (-n), or --plan dedicated with more --workers and --helpers"),
        // small pages: a fifth of random access
        new AdviceRule("pages", MUCH_MEMORY, run -> run.environment().pages().equals("4 KB")
            ? run.largest(NodeReport::offHeapBytes) : Double.NaN,
            "arrays are in small pages, which makes random access slower",
            run -> text("%.0f MB of arrays of a node in pages of 4 KB",
                run.largest(NodeReport::offHeapBytes) / MEGABYTE),
            "start by ./gmt without GMT_HUGE_PAGES=off, and 'echo madvise > "
                + "/sys/kernel/mm/transparent_hugepage/enabled'; ./gmt doctor looks"),
        new AdviceRule("window-pages", MUCH_MEMORY, run -> run.environment().windowPages().equals("4 KB")
            ? run.largest(report -> report.counters().getOrDefault("window.memory.bytes", 0L)) : Double.NaN,
            "memory that processes share is in small pages, which makes random access slower",
            run -> text("%.0f MB of a node in pages of 4 KB", run.largest(report ->
                report.counters().getOrDefault("window.memory.bytes", 0L)) / MEGABYTE),
            "mount -o remount,huge=within_size /dev/shm"),
        // --- the measurement ---
        new AdviceRule("young", 1.5, AdviceFigures::speedUpDuringTrials, "compilers were still at work",
            run -> text("the first trials took %.2f times as long as the last", run.speedUpDuringTrials()),
            "a longer warm-up (--warm-up), or more trials"),
        new AdviceRule("unsettled", 0, run -> run.unsettled().size(), "rates had not settled when they were taken",
            run -> String.join(", ", run.unsettled()), "longer trials (--seconds) and warm-up, or a quiet machine"),
        // --- the program ---
        // a switch and a look for the next fiber cost as much as ten accesses that are not waited for
        new AdviceRule("single-accesses", 0.5, run -> run.share("context.switches", "commands", FEW_COMMANDS),
            "tasks wait for almost each of their accesses",
            run -> text("%,d switches of tasks for %,d commands", run.count("context.switches"),
                run.count("commands")),
            "non-blocking forms (addNb, getNb, ...) with one await() for many, and ranges instead of elements"),
        // combined, several travel as one, and threads of a node do not meet at an element: decision 0031
        new AdviceRule("undeclared-updates", 0.5, run -> run.combines() ? Double.NaN
            : run.share("executed.combinable", "executed", FEW_COMMANDS),
            "most commands are additions, minima or maxima without a result",
            run -> text("%,d of %,d commands", run.count("executed.combinable"), run.count("executed")),
            "where elements are met again, declare what happens to them: ArraySpec.combining(ADD, MIN or MAX); "
                + "docs/data.md"),
        // a chunk costs about a microsecond to begin and to end
        new AdviceRule("small-chunks", 0.33, run -> run.count("chunks") > FEW_CHUNKS
            ? run.count("chunks") * NS_PER_US / Math.max(1, run.count("busy.ns")) : Double.NaN,
            "chunks of loops are so short that beginning and ending them counts",
            run -> text("%,d chunks of %.2f us", run.count("chunks"),
                run.count("busy.ns") / NS_PER_US / run.count("chunks")),
            "a larger chunk in parFor, and bodies that take a range (low, high, c)"),
        // one that does nothing but compute is asked some 400 times a second; one without its core now and then as well
        new AdviceRule("long-tasks", 100, run -> run.count("busy.ns") > 0
            ? run.count("progress.given") * 1e9 / run.count("busy.ns") : Double.NaN,
            "tasks compute for so long that they hold up their node",
            run -> text("asked to give way %,d times in %.1f s of work", run.count("progress.given"),
                run.count("busy.ns") / 1e9),
            "smaller chunks, ctx.yield() in loops without waits, or --plan dedicated; docs/progress.md"),
        new AdviceRule("imbalance", 1.3, run -> run.plan().nodes() > 1 ? run.imbalance() : Double.NaN,
            "nodes have unequal work, and the others wait for the busiest",
            run -> text("the busiest worked %.2f times the mean", run.imbalance()),
            "SpawnPolicy.balanced() or --balance on for loops, another Distribution for arrays"),
        // --- aggregation ---
        new AdviceRule("small-blocks", 0.5, run -> run.count("blocks") > FEW
            ? 1 - (double) (run.count("blocks.full") + run.count("blocks.count")) / run.count("blocks") : Double.NaN,
            "blocks leave before they are full",
            run -> text("of %,d blocks %s were full, %s forced by waits, %s sent by idle nodes, %s expired",
                run.count("blocks"), percent(run.share("blocks.full", "blocks", 0)),
                percent(run.share("blocks.forced", "blocks", 0)), percent(run.share("blocks.idle", "blocks", 0)),
                percent(run.share("blocks.expired", "blocks", 0))),
            "more tasks at a time (smaller chunks, fewer barriers), fewer waits in each; gmt.block.timeout where they "
                + "expire"),
        new AdviceRule("waiting", 0.5, run -> run.share("buffers.idle", "buffers", FEW),
            "nodes had nothing to run but what they waited for",
            run -> text("%s of %,d buffers left before they were full because a node was idle",
                percent(run.share("buffers.idle", "buffers", 0)), run.count("buffers")),
            "more work between barriers, a larger input, or fewer nodes"),
        new AdviceRule("credits", 0.1, run -> run.share("stalls.credit", "blocks", FEW),
            "senders stand still until a destination has answered",
            run -> text("%,d stalls on credit for %,d blocks", run.count("stalls.credit"), run.count("blocks")),
            "gmt.credits higher; where one node is meant, spread what it owns (imbalance)"),
        new AdviceRule("blocks", 0.1, run -> run.share("stalls.pool", "blocks", FEW),
            "senders stand still for want of a free block",
            run -> text("%,d stalls for %,d blocks", run.count("stalls.pool"), run.count("blocks")),
            "gmt.pool.blocks higher"),
        new AdviceRule("refused-blocks", 0.1, run -> run.share("replies.refused", "blocks", FEW),
            "owners refuse blocks because they have no room for the replies",
            run -> text("%,d refusals of %,d blocks", run.count("replies.refused"), run.count("blocks")),
            "gmt.reply.buffers higher"),
        // a buffer is offered again and again: one refusal each is still harmless
        new AdviceRule("refused-buffers", 1, run -> run.share("refusals", "buffers", FEW),
            "the transport refuses buffers because receivers are late",
            run -> text("%,d refusals of %,d buffers", run.count("refusals"), run.count("buffers")),
            "gmt.aeron.term.length higher; receivers that compute for long, or have no core, are late"),
        new AdviceRule("edges", 0.1, run -> run.share("edge.stalls", "forwarded.blocks", FEW),
            "blocks wait on their way for edges of the topology",
            run -> text("%,d stalls for %,d forwarded blocks", run.count("edge.stalls"),
                run.count("forwarded.blocks")),
            "gmt.edge.buffers higher, or --topology fcg where memory permits"),
        // --- of profiled runs ---
        new AdviceRule("idle", 0.5, run -> run.timeShare("worker", Time.IDLE), "nodes had nothing to do at all",
            run -> text("%s of the workers' time nothing was to run and nothing outstanding",
                percent(run.timeShare("worker", Time.IDLE))),
            "look for what one node does alone: set-up, verification, a serial part of the program"),
        new AdviceRule("replies", 0.4, run -> run.timeShare("worker", Time.WAITING),
            "workers waited for replies of other nodes",
            run -> text("%s of their time", percent(run.timeShare("worker", Time.WAITING))),
            "more tasks at a time (smaller chunks, gmt.fibers), non-blocking forms"),
        new AdviceRule("server", 0.9, run -> run.isDedicated() ? run.timeShare("server", Time.RUNNING) : Double.NaN,
            "the communication server of a node cannot send more",
            run -> text("busy for %s of the time", percent(run.timeShare("server", Time.RUNNING))),
            "more nodes with fewer threads each (-n, --workers), fewer and larger commands"),
        new AdviceRule("helpers", 0.9, run -> run.isDedicated() ? run.timeShare("helper", Time.RUNNING) : Double.NaN,
            "helpers cannot execute more commands",
            run -> text("busy for %s of the time", percent(run.timeShare("helper", Time.RUNNING))),
            "more --helpers, or fewer --workers"),
        new AdviceRule("collections", 0.1, AdviceFigures::collectionShare, "collections of garbage stop the nodes",
            run -> text("%s of the time of a node", percent(run.collectionShare())),
            "no allocation for each element in bodies; a larger heap (GMT_HEAP)"));

    private AdviceRules() {
    }

    /** All that stands out. */
    static List<Advice> of(final RunResult result) {
        final AdviceFigures figures = new AdviceFigures(result);
        final List<Advice> all = new ArrayList<>();
        for (final AdviceRule rule : ALL) {
            rule.apply(figures).ifPresent(all::add);
        }
        return all;
    }

    /** The words for people. */
    static String lines(final RunResult result, final List<Advice> all) {
        final StringBuilder text = new StringBuilder(all.isEmpty() ? " advice: nothing stands out in "
            : " advice, from ").append(result.counters().size()).append(" counters of the whole run, set-up included");
        text.append(new AdviceFigures(result).isProfiled() ? "" : "; --profile adds times of roles, waits and "
            + "collections").append(all.isEmpty() ? "\n" : ":\n");
        all.forEach(advice -> text.append(advice.text()));
        return text.toString();
    }

    private static String threads(final HostLoad load) {
        return text("%d threads of %d nodes on %d cores", load.threads(), load.nodes(), load.cores());
    }

    private static String percent(final double share) {
        return text("%.0f %%", share * 100);
    }

    private static String text(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
