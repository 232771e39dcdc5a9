package org.gmt4j.bench.simulate;

/** A process: issues an operation, waits for it, pauses, issues the next. As an event: the next operation is due. */
final class ModelProcess implements Event {
    private final ClusterModel model;
    private final int id;
    private final ModelNode node;
    private int target;
    private long issuedPs;
    private boolean isWaiting;
    private boolean isDue;
    private boolean isUnlocking;

    ModelProcess(final ClusterModel model, final int id, final ModelNode node) {
        this.model = model;
        this.id = id;
        this.node = node;
    }

    int id() {
        return id;
    }

    int target() {
        return target;
    }

    ModelNode node() {
        return node;
    }

    /** The second request of a lock: gives the mutex back. */
    boolean isUnlocking() {
        return isUnlocking;
    }

    boolean isIdle() {
        return !isWaiting && !isDue;
    }

    void due(final long timePs) {
        isDue = true;
        model.at(timePs, this);
    }

    @Override
    public void happen(final long nowPs) {
        isDue = false;
        final int next = model.workload().nextTarget(id);
        if (next == Workload.NOTHING) {
            return;
        }
        if (next == node.id()) {
            throw new IllegalArgumentException("process " + id + " operates on its own node " + next);
        }
        target = next;
        issuedPs = nowPs;
        issue(nowPs);
    }

    private void issue(final long nowPs) {
        isWaiting = true;
        model.countIssued();
        node.inject(this, nowPs + model.clientPs());
    }

    /** The answer to the request under way has come in. */
    void answered(final long nowPs) {
        if (!isWaiting) {
            throw SimulationException.law("process " + id + " is answered and has asked nothing");
        }
        isWaiting = false;
        model.countAnswered();
        if (model.kind() == RequestKind.LOCK && !isUnlocking) {
            isUnlocking = true;
            issue(nowPs);
            return;
        }
        isUnlocking = false;
        final long endPs = nowPs + model.clientPs();
        due(endPs + model.pausePs());
        model.workload().completed(id, issuedPs, endPs);
    }
}
