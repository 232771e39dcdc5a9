package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.engine.hang.Awaited;
import org.gmt4j.engine.hang.HangReport;
import org.gmt4j.engine.hang.UserFrame;
import org.gmt4j.engine.hang.WaitCircles;
import org.gmt4j.engine.hang.WaitEntry;
import org.gmt4j.engine.hang.WaitKind;
import org.gmt4j.engine.hang.WorkerState;
import org.gmt4j.engine.signal.Signal;

/**
 * Examines the fibers of a worker: the object and the code line of each wait. Exact on the worker's own thread. From
 * another thread, while the worker is stuck, there are no lines, and fields may be slightly old: a benign race, since
 * the reported tasks do not move. Set-up.
 */
final class WaitScan {
    /** Greatest number of entries of one worker that are kept to search for circles. */
    private static final int MOST_ENTRIES = 2048;
    private static final int MOST_LINES_OF_MUTEXES = 100;

    private final TaskParts parts;
    private final NodeTasks tasks;
    private final long nowNs;

    /** The findings for one worker. */
    record Found(WorkerState state, Map<WaitKind, Integer> totals, List<WaitEntry> entries, List<String> soleTeams) {
        static Found failed(final Worker worker, final Throwable cause) {
            return new Found(new WorkerState(worker.index(), 0, 0, "its fibers could not be looked at: " + cause,
                false), Map.of(), List.of(), List.of());
        }
    }

    private record Seen(TaskFiber fiber, WaitEntry entry) {
    }

    WaitScan(final TaskParts parts, final long nowNs) {
        this.parts = parts;
        tasks = parts.tasks();
        this.nowNs = nowNs;
    }

    Found of(final Worker worker, final boolean isOwnThread) {
        final List<Seen> seen = new ArrayList<>();
        final List<String> soleTeams = new ArrayList<>();
        final Map<WaitKind, Integer> totals = new EnumMap<>(WaitKind.class);
        final TaskFiber[] fibers = worker.fibers();
        for (int number = 0; number < fibers.length; number++) {
            final TaskFiber fiber = fibers[number];
            final LoopTask task = fiber == null ? null : fiber.context.task;
            final WaitEntry entry = task == null ? null : entry(worker, fiber, number, task, isOwnThread);
            if (entry != null) {
                seen.add(new Seen(fiber, entry));
                if (entry.kind() != WaitKind.NOTHING) {
                    totals.merge(entry.kind(), 1, Integer::sum);
                }
                noteTeam(fiber.context, soleTeams);
            }
        }
        seen.sort(Comparator.comparingLong((Seen one) -> one.entry.waitedNs()).reversed());
        final List<WaitEntry> entries = new ArrayList<>();
        int lines = 0;
        int ofMutexes = 0;
        for (final Seen one : seen.subList(0, Math.min(MOST_ENTRIES, seen.size()))) {
            final boolean isOld = one.entry.kind() != WaitKind.NOTHING && lines < HangReport.OLDEST;
            final boolean isOfMutex = one.entry.kind() == WaitKind.MUTEX || !one.fiber.context.endings().isEmpty();
            if (isOwnThread && (isOld || isOfMutex && ofMutexes < MOST_LINES_OF_MUTEXES)) {
                lines += isOld ? 1 : 0;
                ofMutexes += isOfMutex ? 1 : 0;
                entries.add(one.entry.at(line(one.fiber)));
            } else {
                entries.add(one.entry);
            }
        }
        return new Found(state(worker, isOwnThread), totals, entries, soleTeams);
    }

    private static WorkerState state(final Worker worker, final boolean isOwnThread) {
        return new WorkerState(worker.index(), worker.runnableCount(), worker.waitingCount(),
            isOwnThread ? "takes turns" : doing(worker), isOwnThread);
    }

    private static String doing(final Worker worker) {
        final Thread thread = worker.thread();
        if (thread == null || !thread.isAlive()) {
            return thread == null ? "has not begun" : "its thread has ended";
        }
        final List<StackTraceElement> frames = List.of(thread.getStackTrace());
        final String where = UserFrame.of(frames).or(() -> frames.stream().findFirst())
            .map(frame -> " at " + UserFrame.text(frame)).orElse("");
        return "takes no turns, its thread is " + thread.getState() + where + "; where its tasks wait cannot be told";
    }

    // --- one task ---

    private WaitEntry entry(final Worker worker, final TaskFiber fiber, final int number, final LoopTask task,
                            final boolean isOwnThread) {
        final UnfinishedTask ctx = fiber.context;
        final List<String> wants = new ArrayList<>();
        final List<String> keepsBack = new ArrayList<>();
        WaitKind kind = WaitKind.NOTHING;
        String what = "";
        Object awaited = null;
        long sinceNs = fiber.parkedNs;
        final Join join = ctx.awaitedJoin;
        final Round round = ctx.awaitedRound;
        final Signal signal = ctx.awaitedSignal;
        if (fiber != worker.current()) {
            switch (ctx.waiting) {
                case TaskWait.DATA:
                    kind = ctx.isComplete() ? kind : WaitKind.DATA;
                    what = ctx.pendingCount() + (ctx.pendingCount() == 1 ? " data operation" : " data operations")
                        + places(ctx, ctx, isOwnThread);
                    break;
                case TaskWait.HANDLE:
                    kind = WaitKind.OPERATION;
                    final EngineOperation handle = ctx.awaitedHandle();
                    what = handle == null ? "operations under a handle"
                        : handle.pendingCount() + (handle.pendingCount() == 1 ? " operation" : " operations")
                            + " under a handle" + places(ctx, handle, isOwnThread);
                    break;
                case TaskWait.JOIN:
                    if (join != null && !join.isDone()) {
                        kind = WaitKind.TASKS;
                        what = join.describePending();
                        wants.add(join.localName(tasks.nodeId, tasks.joinMarks));
                        wants.add(Join.remoteName(tasks.nodeId, join.handle));
                        awaited = join;
                    }
                    break;
                case TaskWait.ROUND:
                    what = round == null ? "" : parts.rounds().describe(round);
                    if (!what.isEmpty()) {
                        kind = WaitKind.COLLECTIVE;
                        wants.add(parts.rounds().nameOf(round));
                        awaited = round;
                    }
                    break;
                case TaskWait.SIGNAL:
                    if (signal != null && !signal.isRaised()) {
                        final Awaited purpose = signal.purpose();
                        kind = purpose == null ? WaitKind.SIGNAL : purpose.kind();
                        what = purpose == null ? "a signal" : purpose.describe();
                        if (purpose != null && !purpose.resource().isEmpty()) {
                            wants.add(purpose.resource());
                        }
                        sinceNs = purpose == null || purpose.beganNs() == 0 ? sinceNs : purpose.beganNs();
                        awaited = signal;
                    }
                    break;
                default:
                    break;
            }
        }
        final Awaited together = ctx.purpose;
        if (together != null && kind != WaitKind.NOTHING) {
            kind = together.kind();
            what = together.describe();
            sinceNs = together.beganNs();
        }
        final StringBuilder holds = new StringBuilder();
        for (final ChunkEnding ending : ctx.endings()) {
            if (!ending.resource().isEmpty()) {
                keepsBack.add(ending.resource());
                holds.append(holds.isEmpty() ? "" : ", ").append(ending.describe());
            }
        }
        if (kind == WaitKind.NOTHING && holds.isEmpty()) {
            return null;
        }
        addJoins(task, keepsBack);
        addTeam(ctx, task, kind, keepsBack);
        return new WaitEntry(new WaitEntry.Task(tasks.nodeId, worker.index(), number),
            new WaitEntry.Wait(kind, kind == WaitKind.NOTHING ? "it " + holds : what, nowNs - sinceNs,
                worker.deadlines().has(ctx) && ctx.purpose == null,
                fiber.parkedNs * 31 + System.identityHashCode(awaited)),
            body(ctx, task) + (kind == WaitKind.NOTHING || holds.isEmpty() ? "" : "; " + holds), "",
            wants, keepsBack);
    }

    /**
     * Adds the joins that a task holds up: its parent's, and those above in the same tree.
     */
    private void addJoins(final LoopTask first, final List<String> keepsBack) {
        LoopTask task = first;
        for (int depth = 0; task != null && depth < 1000; depth++) {
            final Join parent = task.parent;
            if (parent == null) {
                keepsBack.add(Join.remoteName(task.parentNode, task.parentHandle));
                return;
            }
            keepsBack.add(parent.localName(tasks.nodeId, tasks.joinMarks));
            task = parent.isOfTree() ? parent.owner : null;
        }
    }

    /**
     * Adds the team that only this task can represent on its node: it is the only chunk of a member of the team, and
     * has no tasks that could act for it.
     */
    private void addTeam(final UnfinishedTask ctx, final LoopTask task, final WaitKind kind,
                         final List<String> keepsBack) {
        if (task.isTeam && kind != WaitKind.TASKS && kind != WaitKind.VISITS && !ctx.mayHaveTasks()
            && task.isOneChunk()) {
            final Team.Key key = Team.keyOf(task, tasks.nodeId);
            if (key != null && key.node() >= 0) {
                keepsBack.add(WaitCircles.RoundName.member(key.name()));
            }
        }
    }

    private void noteTeam(final UnfinishedTask ctx, final List<String> soleTeams) {
        final Join join = ctx.awaitedJoin;
        if (join != null && !join.isShared && !join.isOfTree() && join.handle != 0) {
            soleTeams.add(new Team.Key(tasks.nodeId, join.handle).name());
        }
    }

    private static String places(final UnfinishedTask ctx, final org.gmt4j.aggregation.queue.Completion owner,
                                 final boolean isOwnThread) {
        if (!isOwnThread) {
            return "";          // blocks belong to the worker's thread
        }
        final java.util.TreeSet<Integer> found = new java.util.TreeSet<>();
        ctx.aggregator().inFlight().forEachNodeOf(owner, found::add);
        final boolean isKnown = !found.isEmpty();
        if (!isKnown) {
            ctx.aggregator().inFlight().forEachUnanswered(found::add);     // large transfers, which are not in blocks
        }
        final NodeList nodes = new NodeList();
        found.forEach(nodes::add);
        return nodes.isEmpty() ? "" : (isKnown ? " of " : "; this worker waits for answers of ") + nodes;
    }

    private static String body(final UnfinishedTask ctx, final LoopTask task) {
        final String name = task.bodyClass().getName();
        final int lambda = name.indexOf("$$Lambda");
        final String code = lambda < 0 ? name : "a lambda of " + name.substring(0, lambda);
        switch (task.kind) {
            case BodyKind.RANGE:
                return "iterations " + ctx.low + " to " + (ctx.high - 1) + " of a loop (" + code + ")";
            case BodyKind.INDEX:
                return "iteration " + ctx.iteration() + " of a loop (" + code + ")";
            default:
                return "a task (" + code + ")";
        }
    }

    /** Returns the user's line at which a fiber waits; empty when there is none, or the fiber has continued. */
    private static String line(final TaskFiber fiber) {
        try {
            final List<StackTraceElement> frames = fiber.frames().stream()
                .map(StackWalker.StackFrame::toStackTraceElement).toList();
            // A body in the runtime's own packages (tests, array copies) has no user's line: use the outermost frame
            // below the fiber itself.
            final Optional<StackTraceElement> outermost = frames.size() < 2 ? Optional.empty()
                : Optional.of(frames.get(frames.size() - 2));
            return UserFrame.of(frames).or(() -> outermost).map(UserFrame::text).orElse("");
        } catch (final RuntimeException e) {
            return "";
        }
    }
}
