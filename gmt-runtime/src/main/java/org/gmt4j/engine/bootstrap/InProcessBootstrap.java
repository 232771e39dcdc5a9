package org.gmt4j.engine.bootstrap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The nodes of one JVM: each sees the others through a shared rendezvous. Any thread. */
final class InProcessBootstrap implements Bootstrap {

    private final NodeIdentity identity;
    private final Rendezvous rendezvous;
    private final FailureLog failures = new FailureLog();
    private int nextRound;

    private InProcessBootstrap(final NodeIdentity identity, final Rendezvous rendezvous) {
        this.identity = identity;
        this.rendezvous = rendezvous;
    }

    /** @return one bootstrap for each node of a new job, by node id */
    static List<Bootstrap> group(final int nodeCount) {
        final String jobId = JobKey.randomJobId();
        final Rendezvous rendezvous = new Rendezvous(nodeCount);
        for (int id = 0; id < nodeCount; id++) {
            rendezvous.members.add(new InProcessBootstrap(new NodeIdentity(id, nodeCount, jobId), rendezvous));
        }
        return List.copyOf(rendezvous.members);
    }

    @Override
    public NodeIdentity identity() {
        return identity;
    }

    @Override
    public byte[] secret(final String purpose) {
        return rendezvous.key.secret(purpose, identity.jobId());
    }

    @Override
    public String localAddress() {
        return "127.0.0.1";
    }

    @Override
    public byte[][] allGather(final byte[] mine, final Duration limit) {
        return rendezvous.gather(this, nextRound++, mine.clone(), limit.toNanos());
    }

    @Override
    public void onFailure(final Consumer<NodeFailure> listener) {
        failures.listen(listener);
    }

    @Override
    public void reportFailure(final String why) {
        rendezvous.fail(new NodeFailure(identity.nodeId(), why));
    }

    @Override
    public void leave() {
        rendezvous.leave(identity.nodeId());
    }

    @Override
    public void close() {
        rendezvous.fail(new NodeFailure(identity.nodeId(), "closed without leaving"));
    }

    /** The meeting point of the nodes. Guarded by {@code lock}; failures are reported outside it. */
    private static final class Rendezvous {

        private final JobKey key = JobKey.random();
        private final List<InProcessBootstrap> members = new ArrayList<>();
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final GatherRounds rounds;
        private final boolean[] gone;
        private final List<byte[][]> complete = new ArrayList<>();
        private NodeFailure firstFailure;

        Rendezvous(final int nodeCount) {
            rounds = new GatherRounds(nodeCount);
            gone = new boolean[nodeCount];
            rounds.allHaveJoined(System.nanoTime());
        }

        byte[][] gather(final InProcessBootstrap member, final int round, final byte[] mine, final long limitNs) {
            final long startNs = System.nanoTime();
            lock.lock();
            try {
                rounds.contribute(round, member.identity.nodeId(), mine, startNs, limitNs).ifPresent(values -> {
                    complete.add(values);
                    changed.signalAll();
                });
                while (complete.size() <= round) {
                    refuseIfFailed(member);
                    final long leftNs = limitNs - (System.nanoTime() - startNs);
                    if (leftNs <= 0) {
                        final Optional<String> why = rounds.expired(System.nanoTime());
                        throw BootstrapException.received(why.orElse(BootstrapException.GATHER_TIMEOUT
                            + " all-gather timed out"));
                    }
                    changed.awaitNanos(Math.min(leftNs + 1, TimeUnit.SECONDS.toNanos(1)));
                }
                return copies(complete.get(round));
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BootstrapException(BootstrapException.GATHER_TIMEOUT, "interrupted in an all-gather", e);
            } finally {
                lock.unlock();
            }
        }

        private static byte[][] copies(final byte[][] values) {
            final byte[][] copies = new byte[values.length][];
            for (int i = 0; i < copies.length; i++) {
                copies[i] = values[i].clone();
            }
            return copies;
        }

        private void refuseIfFailed(final InProcessBootstrap member) {
            if (firstFailure != null && firstFailure.nodeId() != member.identity.nodeId()) {
                throw new BootstrapException(BootstrapException.NODE_FAILED, firstFailure.message());
            }
        }

        void leave(final int nodeId) {
            lock.lock();
            try {
                gone[nodeId] = true;
            } finally {
                lock.unlock();
            }
        }

        void fail(final NodeFailure failure) {
            lock.lock();
            try {
                if (gone[failure.nodeId()]) {
                    return;
                }
                gone[failure.nodeId()] = true;
                if (firstFailure == null) {
                    firstFailure = failure;
                }
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            members.stream().filter(m -> m.identity.nodeId() != failure.nodeId()).forEach(m -> m.failures.add(failure));
        }
    }
}
