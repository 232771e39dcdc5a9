package org.gmt4j.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.cli.CliException;

/** The spawn policies by the names that results and options use. */
enum NamedPolicy {
    LOCAL(SpawnPolicy.LOCAL), REMOTE(SpawnPolicy.REMOTE), PARTITION(SpawnPolicy.PARTITION),
    PARTITION_HERE(SpawnPolicy.PARTITION_HERE), PARTITION_RANDOM(SpawnPolicy.PARTITION_RANDOM),
        SPREAD(SpawnPolicy.SPREAD);

    private final SpawnPolicy policy;

    NamedPolicy(final SpawnPolicy policy) {
        this.policy = policy;
    }

    SpawnPolicy policy() {
        return policy;
    }

    /** How many nodes run tasks. */
    int nodesUsed(final int nodeCount) {
        switch (this) {
            case LOCAL:
                return 1;
            case REMOTE:
                return Math.max(1, nodeCount - 1);
            default:
                return nodeCount;
        }
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static NamedPolicy of(final String label) {
        for (final NamedPolicy named : values()) {
            if (named.label().equals(label)) {
                return named;
            }
        }
        throw CliException.usage("--policies " + label + ": expected some of "
            + Arrays.stream(values()).map(NamedPolicy::label).collect(Collectors.joining(", ")) + ".");
    }
}
