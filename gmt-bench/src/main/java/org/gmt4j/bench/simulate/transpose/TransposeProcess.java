package org.gmt4j.bench.simulate.transpose;

import org.gmt4j.bench.simulate.Event;
import org.gmt4j.bench.simulate.SimulationException;

/**
 * A process: its own transposing, and a block for each other process, beginning with the next one. Blocks of its own
 * node it copies itself. As an event: its work under way is done, unless the server has taken the core in between.
 */
final class TransposeProcess implements Event {
    private enum Work { NONE, TRANSPOSING, ANSWERS, LOCAL_BLOCK, REQUEST }

    private final TransposeModel model;
    private final TransposeConfig config;
    private final int id;
    private final TransposeNode node;
    private final Core core;
    private Work work = Work.NONE;
    private long takenBeforePs;
    private int next = 1;
    private int open;
    private int answersTaken;
    private int answersWaiting;
    private boolean isTransposed;
    private long endPs = -1;

    /** @param core the shared one, or of its own */
    TransposeProcess(final TransposeModel model, final int id, final TransposeNode node, final Core core) {
        this.model = model;
        config = model.config();
        this.id = id;
        this.node = node;
        this.core = core;
    }

    TransposeNode node() {
        return node;
    }

    void begin() {
        if (config.way() == Way.LIBRARY) {
            transpose(0);
        } else {
            proceed(0);
        }
    }

    /** Reads the band and writes it again: into its places here, or into blocks that will be put. */
    private void transpose(final long nowPs) {
        isTransposed = true;
        work(nowPs, Work.TRANSPOSING, 2 * model.costs().copyPs(config.bandBytes(id)));
    }

    private void work(final long nowPs, final Work kind, final long workPs) {
        work = kind;
        takenBeforePs = core.takenPs();
        model.at(core.processEnd(nowPs, workPs), this);
    }

    /** The answer to one of its requests is in its memory. */
    void answered(final long nowPs) {
        if (open <= answersWaiting) {
            throw SimulationException.law("process " + id + " is answered and has asked nothing");
        }
        answersWaiting++;
        if (work == Work.NONE) {
            proceed(nowPs);
        }
    }

    @Override
    public void happen(final long nowPs) {
        final long takenPs = core.takenPs() - takenBeforePs;
        if (takenPs > 0) {
            takenBeforePs += takenPs;
            model.at(nowPs + takenPs, this);
            return;
        }
        final Work done = work;
        work = Work.NONE;
        switch (done) {
            case ANSWERS -> takeAnswers();
            case LOCAL_BLOCK -> copyBlock();
            case REQUEST -> request(nowPs);
            case TRANSPOSING, NONE -> { }
        }
        proceed(nowPs);
    }

    private void takeAnswers() {
        open -= answersTaken;
        answersWaiting -= answersTaken;
    }

    private void copyBlock() {
        model.countLocal(config.blockBytes(id, target()));
        next++;
    }

    private void request(final long nowPs) {
        final int target = target();
        final long bytes = config.blockBytes(id, target);
        next++;
        open++;
        model.countOperation();
        new Transfer(model, this, model.node(config.nodeOf(target)), protocol(bytes), bytes).begin(nowPs);
    }

    private Protocol protocol(final long bytes) {
        return Protocol.of(config.way(), bytes, config.eagerLimit());
    }

    /** The last one is itself. */
    private int target() {
        return (id + next) % config.processes();
    }

    private void proceed(final long nowPs) {
        final StepCosts costs = model.costs();
        if (answersWaiting > 0) {
            answersTaken = answersWaiting;
            work(nowPs, Work.ANSWERS, answersTaken * costs.answerPs);
        } else if (next <= config.processes()) {
            nextBlock(nowPs, costs);
        } else if (open == 0) {
            finish(nowPs);
        }
    }

    private void nextBlock(final long nowPs, final StepCosts costs) {
        final long bytes = config.blockBytes(id, target());
        if (config.isSameNode(id, target())) {
            work(nowPs, Work.LOCAL_BLOCK, costs.copyPs(bytes));
        } else if (open < config.buffers()) {
            work(nowPs, Work.REQUEST, costs.requestPs
                + (protocol(bytes) == Protocol.EAGER ? costs.copyPs(bytes) : 0));
        }
    }

    private void finish(final long nowPs) {
        if (isTransposed) {
            endPs = nowPs;
        } else {
            transpose(nowPs);
        }
    }

    /** When it was done, or -1. */
    long endPs() {
        return endPs;
    }
}
