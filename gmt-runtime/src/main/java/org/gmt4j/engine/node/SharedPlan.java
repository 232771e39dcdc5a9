package org.gmt4j.engine.node;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.gmt4j.engine.profile.Role;
import org.gmt4j.engine.profile.RoleTimes;
import org.gmt4j.engine.task.TaskRuntime;
import org.gmt4j.engine.waiting.Expecting;
import org.gmt4j.engine.waiting.ThreadWait;

/**
 * Plan shared: several threads, each of which is worker, helper and communication server in turn. All cores of a node
 * run tasks, and no thread exists that only waits for others.
 *
 * <pre>
 * each thread: take replies - execute requests - run fibers - close old blocks - be the server, if no other is - idle
 *              ring of the lane  ring of the helper                                |
 *                     ^----------------^-------------------- blocks that arrive ---'
 * </pre>
 *
 * <p>One thread at a time is the server ({@link ServerTurn}). It passes whole blocks to the rings of the lanes and
 * helpers, also to its own: so each lane applies its own replies, and the requests of one node are executed by one
 * helper, in their order. A thread whose task computes for long holds up neither sending nor polling, and gives way to
 * the requests in its own ring like the thread of plan combined. Memory is accessed with atomic operations.
 */
final class SharedPlan {
    private final ServerRole server;
    private final ServerTurn serverTurn;
    private final List<Member> members = new ArrayList<>();

    private SharedPlan(final NodeParts parts, final int threads) {
        server = new ServerRole(parts, threads);
        serverTurn = new ServerTurn(server);
        for (int i = 0; i < threads; i++) {
            members.add(new Member(parts, i));
        }
        final ThreadWait[] waits = members.stream().map(member -> member.thread.waiting()).toArray(ThreadWait[]::new);
        server.runsOn(members.get(0).thread, () -> ThreadWait.wakeOne(waits));      // data have arrived
        server.serves(members.stream().map(member -> member.worker).toList(),
            members.stream().map(member -> member.helper).toList(),
            members.stream().map(member -> member.desk).toArray(LaneDesk[]::new));
        parts.tasks().onWakeWorkers(this::wakeAll);
    }

    /** Returns the node's threads, not started. */
    static NodeThreads of(final NodeParts parts, final int threads) {
        final SharedPlan plan = new SharedPlan(parts, threads);
        return new NodeThreads(plan.server, plan.members.stream().map(member -> member.worker).toList(),
            plan.members.stream().map(member -> member.helper).toList(),
            plan.members.stream().flatMap(member -> Stream.of(member.desk.inbox(), member.helper.requests())).toList());
    }

    private void wakeAll() {
        for (final Member member : members) {
            member.thread.wake();
        }
    }

    /** The roles of one thread. Owned by the thread. */
    private final class Member implements NodeRole, LaneDesk.Communication {
        private final TaskRuntime tasks;
        private final RoleTimes times;               // null without a profile
        private final NodeThread thread;
        private final LaneDesk desk;
        private final HelperRole helper;
        private final WorkerRole worker;

        Member(final NodeParts parts, final int index) {
            tasks = parts.tasks();
            thread = new NodeThread("shared-" + index, parts, EnumSet.allOf(Role.class), Role.HELPER,
                server.isWokenByTransport());
            times = thread.times();
            desk = new LaneDesk(parts, thread, index, server.server(), Role.SERVER, this, true);
            helper = new HelperRole(parts, desk, true);
            worker = new WorkerRole(parts, index, desk);
            thread.runs(this);
        }

        @Override
        public void begin() {
            worker.begin();
        }

        @Override
        public int turn(final long nowNs) {
            int work = desk.takeReplies() + helper.takeRequests();
            enter(Role.WORKER);
            work += worker.worker().run(nowNs);
            enter(Role.SERVER);
            worker.closeBlocks(nowNs);
            work += desk.sendReplies() + serverTurn.take(helper, nowNs, server.ageNs());
            desk.communicated(nowNs);
            return worker.worker().hasWork() ? work + 1 : work;
        }

        private void enter(final Role role) {
            if (times != null) {
                times.enter(role);
            }
        }

        @Override
        public int communicate(final long nowNs, final long ageNs) {
            final int work = desk.takeReplies() + helper.takeRequests() + desk.sendReplies();
            return work + serverTurn.take(helper, nowNs, tasks.takeHasAnswered() ? 0 : ageNs);
        }

        @Override
        public void publish() {
            helper.publishActivity();
        }

        @Override
        public Expecting expecting() {
            final Expecting replies = desk.expecting();
            return replies != Expecting.NOTHING ? replies
                : helper.hasRequests() || serverTurn.hasUnsent() ? Expecting.ROOM : worker.expecting();
        }

        @Override
        public boolean hasArrived() {
            return worker.hasArrived() || helper.hasArrived() || server.hasArrived();
        }

        @Override
        public void tidyUp() {
            worker.tidyUp();
        }
    }
}
