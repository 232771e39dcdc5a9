package org.gmt4j.cli.launch;

import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.bootstrap.RunPlan;

/** A media driver that the launcher runs for the nodes of this host. */
public interface DriverHost extends AutoCloseable {

    /** @return directory to hand to the nodes */
    String directory();

    /** Stops the driver. Never throws. */
    @Override
    void close();

    /** Whether a job needs no driver although its transport is Aeron's: one node process has nobody to talk to. */
    static boolean isNeedless(final RunConfig.Transport transport, final RunPlan plan) {
        return transport == RunConfig.Transport.IPC && plan.nodes() == 1 && !plan.inProcess();
    }

    /** Starts drivers. Found by {@link java.util.ServiceLoader}. */
    interface Factory {

        /**
         * @param settings  all settings
         * @param nodeCount nodes of this host
         * @param parent    directory in which the driver makes its own
         */
        DriverHost start(Settings settings, int nodeCount, String parent);

        /**
         * @param transport carrier of the bytes
         * @param nodeCount nodes of the job
         * @return bytes that the directory of one driver will take at most; 0 without a driver
         */
        long neededBytes(Settings settings, RunConfig.Transport transport, int nodeCount);
    }
}
