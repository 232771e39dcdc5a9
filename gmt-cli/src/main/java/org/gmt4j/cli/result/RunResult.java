package org.gmt4j.cli.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.publish.NodeReport;

/**
 * The outcome of one run. Immutable.
 *
 * <p>Graph500's rule holds: where verification failed, {@link #showsRates()} is false and no writer shows a rate.
 */
public final class RunResult {

    /**
     * The graph worked on.
     *
     * @param directed whether edges were taken in their listed direction only; null where the application does not say
     */
    public record Graph(String name, long vertices, long edges, Boolean directed) {
    }

    /** A part of the result with a key of its own for programs and lines of its own for people. */
    record Section(String key, Map<String, Object> values, String text) {
    }

    /** Key of the section with what a program reports of itself. */
    public static final String VALUES = "values";
    /** Of the writer for programs. */
    private static final Set<String> OWN_KEYS = Set.of("app", "graph", "nodes", "workersPerNode", "helpersPerNode",
        "plan", "transport", "topology", "seed", "inProcess", "verified", "trials", "seconds", "mteps", "reached",
        "levels", "results", "counters", "imbalance", "traffic", "profile", "advice", "memory", "environment", "notes");

    private final String app;
    private final RunPlan plan;
    private final RunEnvironment environment;
    private final Graph graph;
    private final Boolean verified;
    private final List<Trial> trials;
    private final List<BenchResult> results;
    private final Map<String, Object> facts;
    private final List<Section> sections;
    private final List<String> notes;
    private final List<NodeReport> reports;
    private final boolean isAdvised;

    private RunResult(final Builder builder, final List<NodeReport> reports) {
        this.app = builder.app;
        this.plan = builder.plan;
        this.environment = builder.environment;
        this.graph = builder.graph;
        this.verified = builder.verified;
        this.trials = List.copyOf(builder.trials);
        this.results = List.copyOf(builder.results);
        this.facts = Collections.unmodifiableMap(showsRates() ? new LinkedHashMap<>(builder.facts)
            : FactRates.without(builder.facts));
        this.sections = List.copyOf(builder.sections);
        this.notes = List.copyOf(builder.notes);
        this.reports = List.copyOf(reports);
        this.isAdvised = builder.isAdvised;
    }

    /** @return a builder for the result of this application under this plan */
    public static Builder builder(final String app, final RunPlan plan, final RunEnvironment environment) {
        return new Builder(app, plan, environment);
    }

    /** @return name of the application or benchmark */
    public String app() {
        return app;
    }

    /** @return verdict of the verification; empty when it was skipped */
    public Optional<Boolean> verified() {
        return Optional.ofNullable(verified);
    }

    /** @return may rates be shown? */
    public boolean showsRates() {
        return verified == null || verified;
    }

    RunPlan plan() {
        return plan;
    }

    RunEnvironment environment() {
        return environment;
    }

    Optional<Graph> graph() {
        return Optional.ofNullable(graph);
    }

    List<Trial> trials() {
        return trials;
    }

    List<BenchResult> results() {
        return results;
    }

    Map<String, Object> facts() {
        return facts;
    }

    List<Section> sections() {
        return sections;
    }

    List<String> notes() {
        return notes;
    }

    List<NodeReport> reports() {
        return reports;
    }

    Optional<SampleStatistics> seconds() {
        return trials.isEmpty() ? Optional.empty()
            : Optional.of(SampleStatistics.of(trials.stream().mapToDouble(Trial::seconds).toArray()));
    }

    Optional<SampleStatistics> mteps() {
        final double[] rates = trials.stream().filter(Trial::hasRate).mapToDouble(Trial::mteps).toArray();
        return rates.length == 0 || !showsRates() ? Optional.empty() : Optional.of(SampleStatistics.of(rates));
    }

    /** @return the most vertices reached in a trial */
    Optional<Long> reached() {
        return largest(Trial::hasReached, Trial::reached);
    }

    /** @return the most levels of a trial */
    Optional<Long> levels() {
        return largest(Trial::hasLevels, Trial::levels);
    }

    private Optional<Long> largest(final Predicate<Trial> known, final ToLongFunction<Trial> value) {
        return trials.stream().filter(known).map(value::applyAsLong).max(Long::compare);
    }

    /** @return counters summed over the nodes, in the order in which the first node names them */
    Map<String, Long> counters() {
        final Map<String, Long> sums = new LinkedHashMap<>();
        for (final NodeReport report : reports) {
            report.counters().forEach((name, count) -> sums.merge(name, count, Long::sum));
        }
        return sums;
    }

    /** @return what limited the run and what to try, where somebody has asked and the result is not wrong */
    Optional<List<Advice>> advice() {
        return isAdvised && showsRates() ? Optional.of(AdviceRules.of(this)) : Optional.empty();
    }

    /** @return how unevenly the nodes were used */
    List<Imbalance> imbalance() {
        return Imbalance.of(reports);
    }

    /** Collects a result while an application runs. Not thread-safe. */
    public static final class Builder {

        private final String app;
        private final RunPlan plan;
        private final RunEnvironment environment;
        private final List<Trial> trials = new ArrayList<>();
        private final List<BenchResult> results = new ArrayList<>();
        private final Map<String, Object> facts = new LinkedHashMap<>();
        private final List<Section> sections = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private Graph graph;
        private Boolean verified;
        private boolean isAdvised;

        private Builder(final String app, final RunPlan plan, final RunEnvironment environment) {
            this.app = app;
            this.plan = plan;
            this.environment = environment;
        }

        /** Names the graph. */
        public Builder graph(final String name, final long vertices, final long edges) {
            graph = new Graph(name, vertices, edges, null);
            return this;
        }

        /** Names the graph, and says whether its edges were taken in their listed direction only. */
        public Builder graph(final String name, final long vertices, final long edges, final boolean directed) {
            graph = new Graph(name, vertices, edges, directed);
            return this;
        }

        /** Adds the verdict of a verification; one failure makes the whole run unverified. */
        public Builder verified(final boolean verdict) {
            verified = verdict && (verified == null || verified);
            return this;
        }

        /**
         * @return whether a verification has failed so far: then nothing may be said, written or drawn that is, or
         *         holds, a rate
         */
        public boolean isWrong() {
            return verified != null && !verified;
        }

        /** Adds a timed repetition. */
        public Builder trial(final Trial trial) {
            trials.add(trial);
            return this;
        }

        /** Adds a measured operation. */
        public Builder result(final BenchResult result) {
            results.add(result);
            return this;
        }

        /**
         * Adds a further key: a number, a boolean, a text, or a map or list of them.
         *
         * @throws IllegalArgumentException for a key that results have anyway: an object has each key once
         */
        public Builder with(final String key, final Object value) {
            if (OWN_KEYS.contains(key)) {
                throw new IllegalArgumentException("'" + key + "' is a key of every result, and cannot be given another"
                    + " value. Choose another name");
            }
            facts.put(key, value);
            return this;
        }

        /** Adds a part with a key of its own for programs, and lines of its own, each with its end, for people. */
        public Builder section(final String key, final Map<String, Object> values, final String text) {
            sections.add(new Section(key, values, text));
            return this;
        }

        /** Asks for words about what limited the run. */
        public Builder advised() {
            isAdvised = true;
            return this;
        }

        /** Adds a line for people: a hint, a warning about the measurement. */
        public Builder note(final String line) {
            notes.add(line);
            return this;
        }

        /** @return the result, with the nodes' reports at the end */
        public RunResult build(final List<NodeReport> reports) {
            return new RunResult(this, reports);
        }
    }
}
