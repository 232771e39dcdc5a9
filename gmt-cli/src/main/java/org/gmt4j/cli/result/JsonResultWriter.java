package org.gmt4j.cli.result;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.engine.bootstrap.RunPlan;
import org.gmt4j.engine.publish.NodeReport;

/** The result as one JSON object; its keys are relied upon by other programs. */
final class JsonResultWriter implements ResultWriter {
    /** Where the trials have them. */
    private static final double[] NO_SAMPLES = {};

    @Override
    public void write(final RunResult result, final Appendable out) throws IOException {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = JsonFactory.builder().configure(StreamWriteFeature.AUTO_CLOSE_TARGET, false).build()
            .createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter()
                .withObjectIndenter(new DefaultIndenter("  ", "\n")).withSeparators(
                    com.fasterxml.jackson.core.util.Separators.createDefaultInstance()
                        .withObjectFieldValueSpacing(com.fasterxml.jackson.core.util.Separators.Spacing.AFTER)));
            object(json, result);
        }
        out.append(text.getBuffer()).append('\n');
    }

    private static void object(final JsonGenerator json, final RunResult result) throws IOException {
        json.writeStartObject();
        json.writeStringField("app", result.app());
        graph(json, result);
        plan(json, result.plan());
        if (result.verified().isPresent()) {
            json.writeBooleanField("verified", result.verified().get());
        } else {
            json.writeNullField("verified");
        }
        for (final Map.Entry<String, Object> fact : result.facts().entrySet()) {
            field(json, fact.getKey(), fact.getValue());
        }
        trials(json, result);
        results(json, result);
        field(json, "counters", result.counters());
        imbalance(json, result);
        final Optional<Traffic> traffic = Traffic.of(result.reports());
        if (traffic.isPresent()) {
            field(json, "traffic", traffic.get().values());
        }
        for (final RunResult.Section section : result.sections()) {
            field(json, section.key(), section.values());
        }
        if (result.advice().isPresent()) {
            field(json, "advice", result.advice().get().stream().map(Advice::values).toList());
        }
        memory(json, result);
        environment(json, result.environment());
        if (!result.notes().isEmpty()) {
            field(json, "notes", result.notes());
        }
        json.writeEndObject();
    }

    private static void graph(final JsonGenerator json, final RunResult result) throws IOException {
        if (result.graph().isPresent()) {
            final RunResult.Graph graph = result.graph().get();
            json.writeObjectFieldStart("graph");
            json.writeStringField("name", graph.name());
            json.writeNumberField("vertices", graph.vertices());
            json.writeNumberField("edges", graph.edges());
            if (graph.directed() != null) {
                json.writeBooleanField("directed", graph.directed());
            }
            json.writeEndObject();
        }
    }

    private static void plan(final JsonGenerator json, final RunPlan plan) throws IOException {
        json.writeNumberField("nodes", plan.nodes());
        json.writeNumberField("workersPerNode", plan.workers());
        json.writeNumberField("helpersPerNode", plan.helpers());
        json.writeStringField("plan", RunPlan.spelling(plan.plan()));
        json.writeStringField("transport", RunPlan.spelling(plan.transport()));
        json.writeStringField("topology", RunPlan.spelling(plan.topology()));
        json.writeNumberField("seed", plan.randomSeed());
        json.writeBooleanField("inProcess", plan.inProcess());
    }

    private static void trials(final JsonGenerator json, final RunResult result) throws IOException {
        json.writeArrayFieldStart("trials");
        for (final Trial trial : result.trials()) {
            JsonValues.write(json, trial.values(result.showsRates()));
        }
        json.writeEndArray();
        if (result.seconds().isPresent()) {
            statistics(json, "seconds", result.seconds().get(), false, NO_SAMPLES);
        }
        if (result.mteps().isPresent()) {
            statistics(json, "mteps", result.mteps().get(), true, NO_SAMPLES);
        }
        if (result.reached().isPresent()) {
            json.writeNumberField("reached", result.reached().get());
        }
        if (result.levels().isPresent()) {
            json.writeNumberField("levels", result.levels().get());
        }
    }

    private static void statistics(final JsonGenerator json, final String key, final SampleStatistics statistics,
                                   final boolean isRate, final double[] samples) throws IOException {
        json.writeObjectFieldStart(key);
        number(json, "min", statistics.min());
        number(json, "firstQuartile", statistics.firstQuartile());
        number(json, "median", statistics.median());
        number(json, "thirdQuartile", statistics.thirdQuartile());
        number(json, "max", statistics.max());
        if (isRate) {
            number(json, "harmonicMean", statistics.harmonicMean());
        }
        if (samples.length > 0) {
            field(json, "samples", samples);
        }
        json.writeEndObject();
    }

    private static void results(final JsonGenerator json, final RunResult result) throws IOException {
        if (result.results().isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("results");
        for (final BenchResult bench : result.results()) {
            json.writeStartObject();
            json.writeStringField("name", bench.name());
            field(json, "params", bench.params());
            if (result.showsRates()) {
                rates(json, bench, result.plan().nodes());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void rates(final JsonGenerator json, final BenchResult bench, final int nodes) throws IOException {
        if (bench.mops().isPresent()) {
            statistics(json, "mops", bench.mops().get(), false, bench.mopsSamples());
            number(json, "perNode", bench.mops().get().median() / nodes);
        }
        if (bench.rate().isPresent()) {
            json.writeStringField("unit", bench.unit());
            statistics(json, "rate", bench.rate().get(), false, bench.rateSamples());
        }
        if (bench.ceilingShare().isPresent()) {
            number(json, "ceilingShare", bench.ceilingShare().get());
        }
        if (bench.mbPerSecond().isPresent()) {
            number(json, "mbPerSecond", bench.mbPerSecond().get());
        }
        if (bench.latency().isPresent()) {
            json.writeObjectFieldStart("microseconds");
            number(json, "p50", bench.latency().get().p50());
            number(json, "p99", bench.latency().get().p99());
            json.writeEndObject();
        }
        if (bench.unsettled().isPresent()) {
            final String complaint = bench.unsettled().get();
            json.writeBooleanField("settled", complaint.isEmpty());
            if (!complaint.isEmpty()) {
                json.writeStringField("unsettled", complaint);
            }
        }
        for (final Map.Entry<String, Double> figure : bench.figures().entrySet()) {
            number(json, figure.getKey(), figure.getValue());
        }
    }

    private static void imbalance(final JsonGenerator json, final RunResult result) throws IOException {
        if (result.imbalance().isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("imbalance");
        for (final Imbalance imbalance : result.imbalance()) {
            json.writeObjectFieldStart(imbalance.measure());
            number(json, "largestOverMean", imbalance.largestOverMean());
            field(json, "perNode", imbalance.perNode());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void memory(final JsonGenerator json, final RunResult result) throws IOException {
        json.writeArrayFieldStart("memory");
        for (final NodeReport report : result.reports()) {
            json.writeStartObject();
            json.writeNumberField("node", report.nodeId());
            json.writeNumberField("rssBytes", report.rssBytes());
            json.writeNumberField("rssPeakBytes", report.rssPeakBytes());
            json.writeNumberField("offHeapBytes", report.offHeapBytes());
            json.writeNumberField("commBufferBytes", report.commBufferBytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void environment(final JsonGenerator json, final RunEnvironment environment) throws IOException {
        json.writeObjectFieldStart("environment");
        json.writeNumberField("cores", environment.cores());
        json.writeStringField("jdk", environment.jdk());
        json.writeStringField("os", environment.os());
        json.writeStringField("pages", environment.pages());
        json.writeStringField("windowPages", environment.windowPages());
        json.writeStringField("commit", environment.commit());
        json.writeStringField("version", environment.version());
        json.writeEndObject();
    }

    private static void field(final JsonGenerator json, final String key, final Object value) throws IOException {
        json.writeFieldName(key);
        JsonValues.write(json, value);
    }

    private static void number(final JsonGenerator json, final String key, final double value) throws IOException {
        json.writeFieldName(key);
        JsonValues.write(json, value);
    }
}
