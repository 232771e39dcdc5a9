package org.gmt4j.engine.cluster;

import java.util.concurrent.atomic.AtomicReference;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtResult;

/**
 * The launcher's side of a program that it starts in this process: a job to connect to, and a place for results. One
 * per process; installed before the program's main method runs. Any thread.
 */
public interface JobHost {

    /**
     * Joins the launcher's job as this process's part of it. Returns the cluster on node 0, and where all nodes share
     * this process. On other nodes it serves until the job is over and ends the process.
     *
     * @param programs classes whose bodies and values may travel
     */
    GmtCluster join(Class<?>... programs);

    /** See {@link GmtResult#value}. */
    void value(String name, Object value);

    /** See {@link GmtResult#rate}. */
    void rate(String name, String unit, double... samples);

    /** See {@link GmtResult#seconds}. */
    void seconds(double seconds);

    /** See {@link GmtResult#verified}. */
    void verified(boolean isRight);

    /** Installs the host that {@link GmtCluster#connect} and {@link GmtResult} use in this process. For launchers. */
    static void install(final JobHost host) {
        Installed.HOST.set(host);
    }

    /** @return the host of this process, or null where no launcher has started it */
    static JobHost installed() {
        return Installed.HOST.get();
    }

    /** Holds the host of this process. */
    final class Installed {
        private static final AtomicReference<JobHost> HOST = new AtomicReference<>();

        private Installed() {
        }
    }
}
