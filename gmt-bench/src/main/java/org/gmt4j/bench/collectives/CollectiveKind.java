package org.gmt4j.bench.collectives;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.gmt4j.TaskFunction;
import org.gmt4j.cli.CliException;

/** What all nodes do in one round. */
enum CollectiveKind {
    BARRIER("barrier"),
    ALL_REDUCE("all-reduce"),
    BROADCAST("broadcast"),
    ALL_GATHER("all-gather"),
    /** Start and end of a loop with one empty iteration for each node. Only the node that starts it waits. */
    LOOP("loop");

    private final String label;

    CollectiveKind(final String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** What each node runs for a series of rounds; nothing of it for loops, which one node starts. */
    TaskFunction<RoundTimes> body(final long rounds) {
        switch (this) {
            case BARRIER:
                return CollectiveBodies.barriers(rounds);
            case ALL_REDUCE:
                return CollectiveBodies.allReduces(rounds);
            case BROADCAST:
                return CollectiveBodies.broadcasts(rounds);
            case ALL_GATHER:
                return CollectiveBodies.allGathers(rounds);
            default:
                throw new IllegalStateException("a loop is started by one node");
        }
    }

    /** @throws CliException for a name that no kind has */
    static CollectiveKind of(final String name) {
        return Arrays.stream(values()).filter(kind -> kind.label.equals(name)).findFirst()
            .orElseThrow(() -> CliException.usage("--only " + name + ": it must be one of " + labels() + "."));
    }

    private static List<String> labels() {
        return Arrays.stream(values()).map(CollectiveKind::label).collect(Collectors.toList());
    }
}
