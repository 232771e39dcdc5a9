package org.gmt4j.cli;

import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.engine.bootstrap.RunPlan;

/**
 * The surroundings of an application's run. Owned by the main thread of node 0.
 *
 * @param handle   the connected cluster
 * @param options  the common options as given
 * @param settings all settings
 * @param plan     the shape of this job
 * @param result   to be filled
 * @param progress for people at a terminal
 */
public record AppRun(ClusterHandle handle, CommonOptions options, Settings settings, RunPlan plan,
                     RunResult.Builder result, Progress progress) {

    /** @return the cluster as the runtime's own class */
    public <C> C cluster(final Class<C> type) {
        return handle.as(type);
    }

    /** @return is verification wanted? */
    public boolean verify() {
        return options.verify();
    }

    /** @return seed of everything random */
    public long seed() {
        return plan.randomSeed();
    }
}
