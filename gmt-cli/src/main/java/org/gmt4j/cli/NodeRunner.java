package org.gmt4j.cli;

import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.RunPlan;

/** Starts the runtime. The seam between the command line and the node. Found by {@link java.util.ServiceLoader}. */
public interface NodeRunner {

    /**
     * Starts this process's node of a job of processes and returns when all nodes are connected.
     *
     * @param aeronDirectory directory of the media driver that the nodes share (IPC), or parent for directories of own
     *                       drivers (UDP); empty: choose one
     * @param bootstrap      to exchange addresses through; stays open as failure detector, and is closed by the caller
     * @param registered     classes whose bodies and values may travel
     */
    ClusterHandle startNode(Settings settings, RunPlan plan, String aeronDirectory, Bootstrap bootstrap,
                            Class<?>[] registered);

    /** Starts all nodes of a job in this process; the directory matters only if they talk over Aeron. */
    ClusterHandle startInProcess(Settings settings, RunPlan plan, String aeronDirectory, Class<?>[] registered);
}
