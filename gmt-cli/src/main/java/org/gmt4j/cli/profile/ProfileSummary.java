package org.gmt4j.cli.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.cli.result.Traffic;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.profile.NodeProfile;
import org.gmt4j.engine.profile.ProfileConfig;
import org.gmt4j.engine.profile.Role;
import org.gmt4j.engine.profile.Stage;
import org.gmt4j.engine.profile.StageRow;
import org.gmt4j.engine.profile.TaskProfile;
import org.gmt4j.engine.publish.NodeReport;

/**
 * The shares of a run's time, out of the nodes' reports at the end. Immutable.
 *
 * @param recording   the run and its recordings
 * @param roles       by node and role
 * @param stages      of commands, all nodes together
 * @param isOneHost   all nodes share a clock; otherwise wire and reply are halves of the time outside of execution
 * @param flushes     reasons why blocks and buffers went
 * @param nodes       stalls and collections
 * @param waits       of tasks
 * @param traffic     between nodes
 */
public record ProfileSummary(Recording recording, List<RoleShare> roles, Map<Stage, StageRow> stages,
                             boolean isOneHost, Flushes flushes, List<NodeFigures> nodes, List<WaitFigures> waits,
                             Optional<Traffic> traffic) {
    /**
     * A run and its recordings.
     *
     * @param config rates of sampling
     * @param plan   shape of the job
     * @param folder of recordings and report
     * @param nodes  whose recordings are there; those of other hosts are in a folder of theirs
     */
    public record Recording(ProfileConfig config, RunPlan plan, Path folder, List<Integer> nodes) {
        /** Returns the recordings of a run in the folder of its first node. */
        static Recording of(final ProfileConfig config, final RunPlan plan, final Path folder,
                            final List<NodeReport> reports) {
            return new Recording(config, plan, folder, reports.isEmpty() ? List.of(0) : reports.stream()
                .filter(report -> report.place().name().equals(reports.get(0).place().name()))
                .map(NodeReport::nodeId).toList());
        }

        /** Names of the recordings that the run leaves there. */
        public List<String> files() {
            return plan.inProcess() ? List.of("nodes.jfr")
                : nodes.stream().map(node -> "node-" + node + ".jfr").toList();
        }
    }

    /**
     * Reasons, with counts, most frequent first.
     *
     * @param blocks  why blocks were closed
     * @param buffers why request buffers were sent
     */
    public record Flushes(Map<String, Long> blocks, Map<String, Long> buffers) {
    }

    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_US = 1e3;

    /** Reports without a profile, of nodes where it was off, are left out. */
    public static ProfileSummary of(final List<NodeReport> all, final Recording recording) {
        final List<NodeReport> reports = all.stream()
            .filter(report -> report.tables().containsKey(NodeProfile.CREDIT_STALLS)).toList();
        final List<RoleShare> roles = new ArrayList<>();
        final List<NodeFigures> nodes = new ArrayList<>();
        for (final NodeReport report : reports) {
            for (final Role role : Role.values()) {
                final String name = role.name().toLowerCase(Locale.ROOT);
                roles.add(RoleShare.of(report.nodeId(), name, report.tables().get(NodeProfile.ROLE + name)));
            }
            nodes.add(figures(report));
        }
        final Map<Stage, StageRow> stages = new EnumMap<>(Stage.class);
        for (final Stage stage : Stage.values()) {
            stages.put(stage, StageRow.of(reports.stream()
                .map(report -> report.tables().get(NodeProfile.STAGE + stage.key())).toList()));
        }
        return new ProfileSummary(recording, roles, stages,
            reports.stream().allMatch(report -> report.tables().get(NodeProfile.ONE_HOST)[0] == 1),
            new Flushes(reasons(all, "blocks."), reasons(all, "buffers.")), nodes, waits(reports), Traffic.of(all));
    }

    private static NodeFigures figures(final NodeReport report) {
        final long[] credit = report.tables().get(NodeProfile.CREDIT_STALLS);
        final long[] pool = report.tables().get(NodeProfile.POOL_STALLS);
        final long[] collections = report.tables().get(NodeProfile.COLLECTIONS);
        int worst = -1;
        long creditNs = 0;
        long poolNs = 0;
        for (int node = 0; node < credit.length; node++) {
            creditNs += credit[node];
            poolNs += pool[node];
            worst = credit[node] > 0 && (worst < 0 || credit[node] > credit[worst]) ? node : worst;
        }
        return new NodeFigures(report.nodeId(), report.counters().getOrDefault("stalls.credit", 0L),
            creditNs / NS_PER_MS, worst, report.counters().getOrDefault("stalls.pool", 0L), poolNs / NS_PER_MS,
            collections[0], collections[1]);
    }

    /** Counters of one family that say why, those above zero. */
    private static Map<String, Long> reasons(final List<NodeReport> reports, final String family) {
        final Map<String, Long> sums = new LinkedHashMap<>();
        for (final NodeReport report : reports) {
            report.counters().forEach((name, count) -> {
                if (name.startsWith(family) && count > 0 && isReason(name.substring(family.length()))) {
                    sums.merge(name.substring(family.length()).replace('.', ' '), count, Long::sum);
                }
            });
        }
        final Map<String, Long> sorted = new LinkedHashMap<>();
        sums.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    private static boolean isReason(final String name) {
        for (final org.gmt4j.aggregation.queue.FlushReason reason : org.gmt4j.aggregation.queue.FlushReason.values()) {
            if (reason.name().toLowerCase(Locale.ROOT).replace('_', '.').equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static List<WaitFigures> waits(final List<NodeReport> reports) {
        final List<WaitFigures> waits = new ArrayList<>();
        final int kinds = reports.isEmpty() ? 0 : reports.get(0).tables().get(NodeProfile.WAITS).length / 2;
        for (int kind = 1; kind < kinds; kind++) {
            long count = 0;
            long ns = 0;
            for (final NodeReport report : reports) {
                count += report.tables().get(NodeProfile.WAITS)[2 * kind];
                ns += report.tables().get(NodeProfile.WAITS)[2 * kind + 1];
            }
            if (count > 0) {
                waits.add(new WaitFigures(TaskProfile.kind(kind), count, ns / NS_PER_US / count));
            }
        }
        return waits;
    }

    /** @return for JSON; traffic has a key of its own in the result */
    public Map<String, Object> values() {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("folder", recording.folder().toString());
        values.put("files", recording.files());
        final Map<String, Object> sampling = new LinkedHashMap<>();
        sampling.put("oneOfChunks", recording.config().chunks());
        sampling.put("oneOfBlocks", recording.config().blocks());
        sampling.put("alwaysFromNs", recording.config().longNs());
        values.put("sampling", sampling);
        values.put("oneClock", isOneHost);
        values.put("roles", roles.stream().map(ProfileSummary::values).toList());
        values.put("stages", stages.entrySet().stream().map(entry -> values(entry.getKey(), entry.getValue()))
            .toList());
        values.put("blocksClosed", flushes.blocks());
        values.put("buffersSent", flushes.buffers());
        values.put("nodes", nodes.stream().map(ProfileSummary::values).toList());
        values.put("waits", waits.stream().map(ProfileSummary::values).toList());
        return values;
    }

    private static Map<String, Object> values(final RoleShare share) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("node", share.node());
        values.put("role", share.role());
        values.put("running", share.running());
        values.put("otherRoles", share.others());
        values.put("waiting", share.waiting());
        values.put("idle", share.idle());
        values.put("seconds", share.seconds());
        return values;
    }

    private static Map<String, Object> values(final Stage stage, final StageRow row) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("name", stage.key());
        values.put("count", row.count());
        values.put("p50Us", row.p50() / NS_PER_US);
        values.put("p90Us", row.p90() / NS_PER_US);
        values.put("p99Us", row.p99() / NS_PER_US);
        values.put("maxUs", row.max() / NS_PER_US);
        values.put("meanUs", row.mean() / NS_PER_US);
        return values;
    }

    private static Map<String, Object> values(final NodeFigures node) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("node", node.node());
        values.put("creditStalls", node.creditStalls());
        values.put("creditStallMs", node.creditMs());
        values.put("worstDestination", node.worst());
        values.put("blockStalls", node.poolStalls());
        values.put("blockStallMs", node.poolMs());
        values.put("collections", node.collections());
        values.put("collectionMs", node.collectionMs());
        return values;
    }

    private static Map<String, Object> values(final WaitFigures wait) {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("for", wait.kind());
        values.put("count", wait.count());
        values.put("meanUs", wait.meanUs());
        return values;
    }
}
