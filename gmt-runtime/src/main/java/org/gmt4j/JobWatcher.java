package org.gmt4j;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.runtime.bootstrap.Bootstrap;
import org.gmt4j.runtime.bootstrap.RunPlan;
import org.gmt4j.runtime.node.Node;

/**
 * Somebody who wants to see the jobs whose processes were started by hand, such as {@code gmt top}. Found by {@link ServiceLoader}; the same on all
 * nodes.
 */
public interface JobWatcher {

    /**
     * The node of this process runs. May all-gather, as long as it does so on all nodes alike.
     *
     * @return to be closed before the node is. Closing never throws
     * @throws RuntimeException only when the job is lost
     */
    AutoCloseable watch(Node node, RunPlan plan, Settings settings, Bootstrap bootstrap);

    /** Asks all that there are. @return to be closed before the node is */
    static AutoCloseable all(final Node node, final RunPlan plan, final Settings settings, final Bootstrap bootstrap) {
        final List<AutoCloseable> watches = new ArrayList<>();
        ServiceLoader.load(JobWatcher.class, JobWatcher.class.getClassLoader()).forEach(watcher ->
            watches.add(watcher.watch(node, plan, settings, bootstrap)));
        return () -> {
            for (final AutoCloseable watch : watches) {
                watch.close();
            }
        };
    }
}
