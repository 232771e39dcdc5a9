package org.gmt4j.bench.simulate;

/** The work of the processes of a model. Called by the model's thread. */
interface Workload {
    /** No further operation now; {@link ClusterModel#start} wakes the process later. */
    int NOTHING = -1;

    /** The model begins: start whatever begins at once. */
    void begin(ClusterModel model);

    /** @return the node that a process operates on next, not its own, or {@link #NOTHING} */
    int nextTarget(int process);

    /** An operation is over. @param issuedPs when it began */
    void completed(int process, long issuedPs, long nowPs);
}
