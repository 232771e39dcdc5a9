package org.gmt4j.cli.launch;

import java.nio.file.Path;
import java.util.Optional;
import org.gmt4j.cli.ClusterHandle;
import org.gmt4j.cli.Invocation;
import org.gmt4j.engine.node.TopConfig;
import org.gmt4j.engine.publish.NodePublisher;

/** The publication of a command line's job. Stateless. */
final class Publication {

    private Publication() {
    }

    /**
     * Begins to publish, unless {@code gmt.top.interval} is 0; a launcher that ends its job after a time will ask for
     * the waits all the same.
     *
     * @param folder of the job, or nothing where it has none: then nothing is published
     */
    static NodePublisher start(final ClusterHandle handle, final Invocation invocation, final Optional<Path> folder) {
        final long intervalMs = invocation.settings().load(TopConfig.class).intervalMs();
        if (intervalMs == 0 && folder.isPresent() && invocation.options().limit().isPresent()) {
            return NodePublisher.answer(handle, folder.get());
        }
        return NodePublisher.start(handle, intervalMs, NodePublisher.facts(invocation.app().title(), String.join(" ",
            invocation.arguments()),
            invocation.plan()), invocation.plan().nodes(), folder);
    }
}
