package org.gmt4j.cli.launch;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.gmt4j.aggregation.topology.TopologyException;
import org.gmt4j.aggregation.transport.TransportException;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.Invocation;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.bootstrap.SeedAddress;
import org.gmt4j.engine.memory.MemoryConfig;
import org.gmt4j.engine.publish.JobDirectory;

/**
 * Makes the estimate of a command line: for its own shape and input, and for others, to find those that would fit.
 * Owned by one thread.
 */
final class EstimateMaker {
    private static final long COUNTERS_BYTES = 16 << 10;
    private static final int MOST_NODES = 1 << 14;
    /** As the nodes themselves take it, see {@link MemoryConfig}. */
    private static final double BUDGET_OF_ARRAYS = 0.8;

    private final Invocation invocation;
    private final Optional<SeedAddress> joinedByHand;
    private final OptionalLong available;

    EstimateMaker(final Invocation invocation, final Optional<SeedAddress> joinedByHand) {
        this.invocation = invocation;
        this.joinedByHand = joinedByHand;
        available = invocation.context().machine().availableMemory();
    }

    /** The estimate of the command line as it is, with the jobs that would fit. */
    MemoryEstimate make() {
        final AppMemory app = app(invocation.plan());
        return make(invocation.plan(), app)
            .with(joinedByHand.isPresent() ? OptionalInt.empty() : OptionalInt.of(mostNodes()), largestInput(app));
    }

    /**
     * Refuses a job that this machine cannot hold. What would fit is looked for only then: that takes dozens of
     * estimates.
     */
    void refuseUnlessItFits() {
        if (!make(invocation.plan(), app(invocation.plan())).fits()) {
            make().refuseUnlessItFits(invocation.context().machine());
        }
    }

    private AppMemory app(final RunPlan plan) {
        return invocation.app().memory(invocation.with(plan));
    }

    private MemoryEstimate make(final RunPlan plan, final AppMemory app) {
        final int nodesHere = joinedByHand.isPresent() ? 1 : plan.nodes();
        final int processesHere = plan.inProcess() ? 1 : nodesHere;
        final long driver = driverBytes(plan);
        final long all = ByteCount.times(driver, app.transports());
        final boolean isShared = plan.transport() == RunConfig.Transport.IPC && joinedByHand.isEmpty();
        final NodeCommandLine line = new NodeCommandLine(invocation.context(), processesHere,
            ByteCount.times(plan.inProcess() ? plan.nodes() : 1, app.heapBytes()), false);
        return new MemoryEstimate(commandLine(), plan,
            new MemoryEstimate.Here(nodesHere, processesHere,
                joinedByHand.map(seed -> seed.nodeId() == 0).orElse(true)),
            NodeMemory.entries(invocation.settings(), plan, app, isShared ? 0 : driver),
            new MemoryEstimate.Driver(isShared && plan.nodes() > 1 ? all : 0, driver > 0
                ? Optional.of(room(filesBytes(all, isShared ? 1 : nodesHere, nodesHere))) : Optional.empty()),
            new MemoryEstimate.Limits(line.heapBytes(), arrayLimit(nodesHere), available),
            app.unknown(), MemoryEstimate.Fitting.UNKNOWN);
    }

    /** Bytes of the job's folder: all drivers' files, and the nodes' counters. */
    private static long filesBytes(final long bytesOfDriver, final int drivers, final int nodesHere) {
        return ByteCount.plus(ByteCount.times(bytesOfDriver, drivers), ByteCount.times(nodesHere, COUNTERS_BYTES));
    }

    private MemoryEstimate.Room room(final long bytes) {
        final Path folder = JobDirectory.parent(invocation.context().environment(),
            invocation.context().machine().sharedMemory(), bytes);
        return new MemoryEstimate.Room(folder, bytes, folder.toFile().getUsableSpace());
    }

    private String commandLine() {
        return String.join(" ", invocation.arguments().subList(Math.min(1, invocation.arguments().size()),
            invocation.arguments().size()));
    }

    /** Of one driver: the one that all nodes of this host share, or each node's own. */
    private long driverBytes(final RunPlan plan) {
        final RunConfig.Transport transport = joinedByHand.isPresent() ? RunConfig.Transport.UDP : plan.transport();
        if (DriverHost.isNeedless(transport, plan)) {
            return 0;
        }
        return invocation.context().driverHosts()
            .map(host -> host.neededBytes(invocation.settings(), transport, plan.nodes())).orElse(0L);
    }

    private OptionalLong arrayLimit(final int nodesHere) {
        final long configured = invocation.settings().load(MemoryConfig.class).memoryMax();
        if (configured > 0) {
            return OptionalLong.of(configured);
        }
        return available.isPresent() ? OptionalLong.of((long) (available.getAsLong() * BUDGET_OF_ARRAYS) / nodesHere)
            : OptionalLong.empty();
    }

    private boolean fits(final RunPlan plan, final AppMemory app) {
        try {
            return make(plan, app).fits();
        } catch (final TopologyException | TransportException e) {
            return false;       // such a job is refused for another reason
        }
    }

    private boolean fitsWith(final int nodes) {
        final RunPlan plan = invocation.plan();
        final RunPlan other = new RunPlan(nodes, plan.inProcess(), plan.transport(), plan.plan(), plan.workers(),
            plan.helpers(), plan.topology(), plan.randomSeed());
        return fits(other, app(other));
    }

    /** More nodes need more in all, so that halving finds the limit. */
    private int mostNodes() {
        int fitting = 0;
        int tooMany = MOST_NODES + 1;
        if (fitsWith(invocation.plan().nodes())) {
            fitting = invocation.plan().nodes();
        } else {
            tooMany = invocation.plan().nodes();
        }
        fitting = mostBelow(tooMany, fitting);
        return fitting > 0 ? fitting : mostAbove(invocation.plan().nodes());
    }

    private int mostBelow(final int limit, final int known) {
        int fitting = known;
        int tooMany = limit;
        while (tooMany - fitting > 1) {
            final int middle = (fitting + tooMany) >>> 1;
            if (fitsWith(middle)) {
                fitting = middle;
            } else {
                tooMany = middle;
            }
        }
        return fitting;
    }

    /** A node's share shrinks with more nodes, and so may fit where its own limit was too low. */
    private int mostAbove(final int tooFew) {
        for (int nodes = 2 * tooFew; nodes <= MOST_NODES; nodes *= 2) {
            if (fitsWith(nodes)) {
                return mostBelow(MOST_NODES + 1, nodes);
            }
        }
        return 0;
    }

    /** A larger input needs more, so that halving finds the limit: sizes may be numbers as well as powers. */
    private Optional<MemoryEstimate.Input> largestInput(final AppMemory app) {
        return app.input().flatMap(sizing -> {
            int fitting = sizing.least() - 1;
            int tooLarge = sizing.most() + 1;
            while (tooLarge - fitting > 1) {
                final int middle = (fitting + tooLarge) >>> 1;
                if (fits(invocation.plan(), sizing.at().apply(middle))) {
                    fitting = middle;
                } else {
                    tooLarge = middle;
                }
            }
            return fitting < sizing.least() ? Optional.empty()
                : Optional.of(new MemoryEstimate.Input(sizing.option(), fitting, sizing.spell().apply(fitting)));
        });
    }
}
