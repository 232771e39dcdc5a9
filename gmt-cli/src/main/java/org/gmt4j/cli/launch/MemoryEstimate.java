package org.gmt4j.cli.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.doctor.Machine;
import org.gmt4j.cli.launch.MemoryEntry.Group;
import org.gmt4j.cli.launch.MemoryEntry.Scope;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.bootstrap.SeedAddress;

/**
 * The memory that a job will take of this host, from its command line alone: nothing is started, of a graph file the
 * header is read. Sums that exceed a long stay at the largest long. Immutable.
 *
 * <p>An upper bound that is meant to be close: 0.8 to 1.5 times the peak of resident memory that was measured, see
 * {@code docs/experiments/memory.md}.
 *
 * @param commandLine such as {@code bfs -g 26 -n 8}
 * @param plan        the shape of the job
 * @param here        its part on this host
 * @param entries     items of nodes and processes
 * @param driver      the media driver that the nodes share
 * @param limits      of this host and of the job's settings
 * @param unknown     items that could not be counted, with the reason
 * @param fitting     jobs that would fit
 */
public record MemoryEstimate(String commandLine, RunPlan plan, Here here, List<MemoryEntry> entries, Driver driver,
                             Limits limits, Optional<String> unknown, Fitting fitting) {

    /**
     * The part of a job on this host.
     *
     * @param nodes      nodes
     * @param processes  JVMs that they live in
     * @param isNodeZero does node 0 live here?
     */
    public record Here(int nodes, int processes, boolean isNodeZero) {
    }

    /**
     * The media driver.
     *
     * @param bytes memory, 0 without a shared driver
     * @param room  of its files, empty without any
     */
    public record Driver(long bytes, Optional<Room> room) {
    }

    /**
     * Bytes that there are; empty where they cannot be known.
     *
     * @param heap      {@code -Xmx} of a process
     * @param arrays    global arrays that a node may have
     * @param available memory of this host when the estimate was made
     */
    public record Limits(OptionalLong heap, OptionalLong arrays, OptionalLong available) {
    }

    /**
     * Jobs that would fit.
     *
     * @param mostNodes    the most nodes with which it fits here, 0 when it never does; empty where nodes are started
     *                     by hand
     * @param largestInput the largest input that fits here with these nodes, where the application has such an option
     */
    public record Fitting(OptionalInt mostNodes, Optional<Input> largestInput) {
        static final Fitting UNKNOWN = new Fitting(OptionalInt.empty(), Optional.empty());
    }

    /**
     * A value of the option that sizes an application's input; below its least value nothing fits.
     *
     * @param text what to type for it
     */
    public record Input(String option, int value, String text) {
    }

    /** Files in a folder, which may be in memory, and the free room there. */
    public record Room(Path folder, long neededBytes, long freeBytes) {
    }

    private static final int ITEMS_OF_A_REFUSAL = 3;

    public MemoryEstimate {
        entries = List.copyOf(entries);
    }

    /** @return the estimate of a checked command line, for the nodes that it would start on this host */
    public static MemoryEstimate of(final Invocation invocation) {
        return of(invocation, SeedAddress.of(invocation.context().environment()));
    }

    static MemoryEstimate of(final Invocation invocation, final Optional<SeedAddress> joinedByHand) {
        return new EstimateMaker(invocation, joinedByHand).make();
    }

    /**
     * Refuses a job that this host cannot hold, as {@link #refuseUnlessItFits(Machine)} does; looks for jobs that would
     * fit only then.
     */
    public static void refuseUnlessItFits(final Invocation invocation) {
        new EstimateMaker(invocation, SeedAddress.of(invocation.context().environment())).refuseUnlessItFits();
    }

    MemoryEstimate with(final OptionalInt most, final Optional<Input> largest) {
        return new MemoryEstimate(commandLine, plan, here, entries, driver, limits, unknown,
            new Fitting(most, largest));
    }

    // --- sums ---

    /** @return bytes of one of a scope in a phase */
    public long bytes(final Scope scope, final Phase phase) {
        return sum(scope, phase, null);
    }

    /**
     * @return bytes of one node of a group in a phase: its own, and that of its process where it has one for itself
     */
    public long bytesOfNode(final Group group, final Phase phase) {
        return ByteCount.plus(sum(Scope.NODE, phase, group), hasOwnProcess() ? sum(Scope.PROCESS, phase, group) : 0);
    }

    private long sum(final Scope scope, final Phase phase, final Group group) {
        long sum = 0;
        for (final MemoryEntry entry : entries) {
            if (entry.scope() == scope && entry.isIn(phase) && (group == null || entry.group() == group)) {
                sum = ByteCount.plus(sum, entry.bytes());
            }
        }
        return sum;
    }

    /** @return has every node a process of its own? */
    public boolean hasOwnProcess() {
        return here.nodes() == here.processes();
    }

    /** @return bytes of a node in a phase, node 0 aside */
    public long bytesOfNode(final Phase phase) {
        return ByteCount.plus(bytes(Scope.NODE, phase), hasOwnProcess() ? bytes(Scope.PROCESS, phase) : 0);
    }

    /** @return the most that a node takes, node 0 aside */
    public long peakOfNode() {
        return Math.max(bytesOfNode(Phase.BUILDING), bytesOfNode(Phase.RUNNING));
    }

    /**
     * The resident peak of the largest process, as the system will show it: its own memory and its mapped part of the
     * media driver.
     */
    public long residentPeak() {
        final int nodesOfProcess = here.nodes() / here.processes();
        long peak = 0;
        for (final Phase phase : new Phase[] {Phase.BUILDING, Phase.RUNNING}) {
            peak = Math.max(peak, ByteCount.plus(ByteCount.times(nodesOfProcess, bytes(Scope.NODE, phase)),
                bytes(Scope.PROCESS, phase), here.isNodeZero() ? bytes(Scope.NODE_ZERO, phase) : 0));
        }
        return ByteCount.plus(peak, mappedBytes());
    }

    /** @return bytes of the shared driver that a process maps: the logs that it writes and those that it reads */
    public long mappedBytes() {
        return hasOwnProcess() ? Math.min(driver.bytes(), driver.bytes() / here.nodes() * 2) : driver.bytes();
    }

    /** @return bytes of all on this host in a phase, media driver included */
    public long total(final Phase phase) {
        return ByteCount.plus(ByteCount.times(here.nodes(), bytes(Scope.NODE, phase)),
            ByteCount.times(here.processes(), bytes(Scope.PROCESS, phase)),
            here.isNodeZero() ? bytes(Scope.NODE_ZERO, phase) : 0, driver.bytes());
    }

    /** @return the most that all of this host take at a time */
    public long totalBytes() {
        return Math.max(total(Phase.BUILDING), total(Phase.RUNNING));
    }

    /** @return global arrays of a node, at most */
    public long arrayBytes() {
        return Math.max(bytesOfNode(Group.ARRAYS, Phase.BUILDING), bytesOfNode(Group.ARRAYS, Phase.RUNNING));
    }

    /** @return living objects of the process of node 0, or of any where node 0 is elsewhere; garbage aside */
    public long livingHeapBytes() {
        long most = 0;
        for (final Phase phase : new Phase[] {Phase.BUILDING, Phase.RUNNING}) {
            long living = 0;
            for (final MemoryEntry entry : entries) {
                if ((entry.group() == Group.HEAP || entry.name().equals("fiber stacks")) && entry.isIn(phase)
                    && !entry.name().startsWith("garbage") && (entry.scope() != Scope.NODE_ZERO || here.isNodeZero())) {
                    living = ByteCount.plus(living,
                        ByteCount.times(entry.scope() == Scope.NODE ? here.nodes() / here.processes() : 1,
                            entry.bytes()));
                }
            }
            most = Math.max(most, living);
        }
        return most;
    }

    // --- verdict ---

    /**
     * @return why it does not fit on this host, or nothing when it does, or when the system does not tell its memory
     */
    public Optional<String> misfit() {
        return misfit(limits.available()).or(() -> driver.room()
            .filter(files -> files.freeBytes() < files.neededBytes())
            .map(files -> "the media driver needs " + ByteCount.megabytes(files.neededBytes()) + " in "
                + files.folder() + ", free: " + ByteCount.megabytes(files.freeBytes())));
    }

    /** @return does it fit? */
    public boolean fits() {
        return misfit().isEmpty();
    }

    /** Memory only. */
    private Optional<String> misfit(final OptionalLong available) {
        if (available.isPresent() && totalBytes() > available.getAsLong()) {
            return Optional.of(nodes() + (here.nodes() == 1 ? " needs about " : " need about ")
                + ByteCount.megabytes(totalBytes()) + ", available on this machine: "
                + ByteCount.megabytes(available.getAsLong()));
        }
        if (limits.arrays().isPresent() && arrayBytes() > limits.arrays().getAsLong()) {
            return Optional.of("a node needs global arrays of " + ByteCount.megabytes(arrayBytes()) + ", allowed are "
                + ByteCount.megabytes(limits.arrays().getAsLong()) + " (gmt.memory.max)");
        }
        if (limits.heap().isPresent() && livingHeapBytes() > limits.heap().getAsLong()) {
            return Optional.of((here.isNodeZero() ? "node 0 needs " : "a node needs ") + "a Java heap of "
                + ByteCount.megabytes(livingHeapBytes()) + ", its limit is "
                + ByteCount.megabytes(limits.heap().getAsLong()) + " (GMT_HEAP, or half of the memory for all nodes)");
        }
        return Optional.empty();
    }

    String nodes() {
        return here.nodes() == 1 ? "1 node" : here.nodes() + " nodes";
    }

    /**
     * Refuses a job that this machine cannot hold. Items that could not be counted are taken for nothing.
     *
     * @throws CliException GMT-120, with the largest items, or GMT-121 when the media driver's folder has too little
     *                      room
     */
    public void refuseUnlessItFits(final Machine machine) {
        misfit(machine.availableMemory()).ifPresent(reason -> {
            throw CliException.unfit("GMT-120", reason + " (" + largestItems() + "). " + remedy()
                + ", or free memory; 'gmt estimate " + commandLine + "' lists all items, 'gmt doctor' shows this "
                + "machine's memory.");
        });
        driver.room().ifPresent(files -> FitnessCheck.room(files.folder(), files.neededBytes()));
    }

    private String largestItems() {
        final Phase phase = total(Phase.BUILDING) > total(Phase.RUNNING) ? Phase.BUILDING : Phase.RUNNING;
        final List<MemoryEntry> largest = entries.stream().filter(entry -> entry.isIn(phase))
            .sorted(Comparator.comparingLong(MemoryEntry::bytes).reversed()).limit(ITEMS_OF_A_REFUSAL).toList();
        final String items = largest.stream()
            .map(entry -> entry.name() + " " + ByteCount.megabytes(entry.bytes())
                + (entry.scope() == Scope.NODE_ZERO ? " on node 0" : ""))
            .collect(Collectors.joining(", "));
        return "a node takes " + ByteCount.megabytes(peakOfNode()) + ": " + items + " ..."
            + (driver.bytes() > 0 ? "; media driver " + ByteCount.megabytes(driver.bytes()) : "");
    }

    /** @return a job that would fit, as an imperative without a full stop */
    String remedy() {
        final List<String> choices = new ArrayList<>();
        final int most = fitting.mostNodes().orElse(0);
        if (most > 0 && most < plan.nodes()) {
            choices.add("fewer nodes (at most " + most + " would fit: --nodes " + most + ")");
        }
        if (most > plan.nodes()) {
            choices.add("more nodes (at most " + most + " would fit: --nodes " + most + ")");
        }
        fitting.largestInput().ifPresent(input -> choices.add("a smaller input (" + input.option() + " " + input.text()
            + " would fit)"));
        return "Take " + (choices.isEmpty() ? "a smaller input" : String.join(", or ", choices));
    }

    /** @return the estimate for people, in megabytes */
    public String text() {
        return new MemoryText(this).toString();
    }

    /** @return everything, for {@code JsonValues}: bytes, names, truth */
    public Map<String, Object> values() {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("commandLine", commandLine);
        values.put("nodes", plan.nodes());
        values.put("nodesHere", here.nodes());
        values.put("processesHere", here.processes());
        values.put("plan", RunPlan.spelling(plan.plan()));
        values.put("transport", RunPlan.spelling(plan.transport()));
        values.put("perNode", perNode());
        values.put("items", entries.stream().map(MemoryEstimate::item).toList());
        values.put("mediaDriverBytes", driver.bytes());
        values.put("totalBytes", totalBytes());
        values.put("residentPeakBytes", residentPeak());
        values.put("availableBytes", orNull(limits.available()));
        values.put("room", driver.room().map(files -> Map.of("folder", files.folder().toString(), "neededBytes",
            files.neededBytes(), "freeBytes", files.freeBytes())).orElse(null));
        values.put("heapLimitBytes", orNull(limits.heap()));
        values.put("arrayLimitBytes", orNull(limits.arrays()));
        values.put("fits", fits());
        values.put("reason", misfit().orElse(null));
        values.put("mostNodes", fitting.mostNodes().isPresent() ? (Object) fitting.mostNodes().getAsInt() : null);
        values.put("largestInput", fitting.largestInput()
            .map(input -> Map.of("option", input.option(), "value", input.value(), "text", input.text())).orElse(null));
        values.put("unknown", unknown.orElse(null));
        return values;
    }

    private Map<String, Object> perNode() {
        final Map<String, Object> phases = new LinkedHashMap<>();
        for (final Phase phase : new Phase[] {Phase.BUILDING, Phase.RUNNING}) {
            final Map<String, Object> groups = new LinkedHashMap<>();
            for (final Group group : Group.values()) {
                groups.put(group.name().toLowerCase(Locale.ROOT), bytesOfNode(group, phase));
            }
            groups.put("sum", bytesOfNode(phase));
            phases.put(phase.name().toLowerCase(Locale.ROOT), groups);
        }
        phases.put("peak", peakOfNode());
        return phases;
    }

    private static Map<String, Object> item(final MemoryEntry entry) {
        final Map<String, Object> item = new LinkedHashMap<>();
        item.put("name", entry.name());
        item.put("group", entry.group().name().toLowerCase(Locale.ROOT));
        item.put("phase", entry.phase().name().toLowerCase(Locale.ROOT));
        item.put("of", entry.scope().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        item.put("bytes", entry.bytes());
        return item;
    }

    private static Object orNull(final OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }
}
