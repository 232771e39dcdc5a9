package org.gmt4j.cli;

import java.util.List;
import java.util.Map;

/**
 * An application or benchmark: {@code gmt run NAME} or {@code gmt bench NAME}. Implementations are found by
 * {@link java.util.ServiceLoader}, one new instance for each command line; their fields carry picocli's Option and
 * Mixin annotations for the options that are theirs alone.
 *
 * <p>{@link #validate} is called in the launcher and in each node, {@link #run} in node 0 only. Other nodes need
 * {@link #registeredClasses()}. The launcher also asks for what describes the application and its job, such as
 * {@link #examples()}, {@link #presets()}, {@link #memory} and {@link #isShort()}.
 */
public interface GmtApp {

    /** @return the word after {@code run} or {@code bench} */
    String name();

    /** @return name in results, profiles and {@code gmt top}; asked after {@link #validate} */
    default String title() {
        return name();
    }

    /** @return one line for the list of applications */
    String summary();

    /** @return is this {@code gmt bench NAME} rather than {@code gmt run NAME}? */
    default boolean isBenchmark() {
        return false;
    }

    /** @return two command lines to copy, at the end of {@code --help} */
    default List<String> examples() {
        final String line = "gmt " + (isBenchmark() ? "bench " : "run ") + name();
        return List.of(line, line + " -n 4 --format json -o result.json");
    }

    /**
     * Named sets of this application's own options, for {@code --preset}. Empty: there is no such option.
     */
    default List<AppPreset> presets() {
        return List.of();
    }

    /**
     * Checks options, files, combinations; refuses with {@link CliException#usage}. Called before anything is
     * started, and again in each node: nothing here should take long.
     */
    default void validate(final CommonOptions common) {
    }

    /**
     * The memory of this run on a node, as far as known; refused early if it does not fit. Called after
     * {@link #validate}, with the job as given or in another shape, to find which would fit.
     */
    default AppMemory memory(final Invocation job) {
        return AppMemory.NONE;
    }

    /**
     * The options that give each of so many nodes the work that the given options mean for one node; for weak scaling.
     *
     * @param nodes at least 1
     * @return options by name, with the values that take the place of those given; empty where the work of a node does
     *         not depend on their number
     * @throws CliException (usage) where there is no such value: names counts that have one, or an alternative
     */
    default Map<String, String> weakOptions(final int nodes) {
        if (isBenchmark()) {
            return Map.of();    // as many operations for each node as asked for
        }
        throw CliException.usage(name() + " does not say how its work grows with the nodes: take --strong.");
    }

    /**
     * Whether the job is expected to end before an optimising compiler has paid for itself, some seconds after the
     * start of its nodes. Their JVMs then go without one, unless {@code gmt.compiler} says otherwise. Called after
     * {@link #validate}.
     */
    default boolean isShort() {
        return false;
    }

    /** @return classes whose bodies and values may travel */
    default Class<?>[] registeredClasses() {
        return new Class<?>[0];
    }

    /** Does the work, on node 0, and fills {@link AppRun#result()}. */
    void run(AppRun run) throws Exception;
}
