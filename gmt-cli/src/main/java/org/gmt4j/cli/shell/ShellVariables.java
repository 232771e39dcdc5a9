package org.gmt4j.cli.shell;

import java.util.Objects;
import org.gmt4j.GmtCluster;
import org.gmt4j.engine.cluster.NodeCluster;

/**
 * What snippets of the shell reach by name: the cluster, and their own variables. One shell a process. Any thread.
 */
public final class ShellVariables {
    private static volatile NodeCluster started;
    private static volatile boolean hasFailed;

    private ShellVariables() {
    }

    static void start(final NodeCluster cluster) {
        started = cluster;
        hasFailed = false;
    }

    /** A line did not compile, or threw. */
    static void fail() {
        hasFailed = true;
    }

    static boolean hasFailed() {
        return hasFailed;
    }

    static NodeCluster nodes() {
        return Objects.requireNonNull(started, "the shell has no cluster");
    }

    /** The cluster of the shell. */
    public static GmtCluster cluster() {
        return nodes();
    }

    /** A variable as the node of the calling thread sees it: its own part of a global array. */
    public static Object here(final Object value) {
        return nodes().here(value);
    }
}
