package org.gmt4j.bench.variant;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gmt4j.aggregation.settings.ConfigException;
import org.gmt4j.aggregation.settings.SettingDescriptor;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.cli.CliException;
import org.gmt4j.engine.node.SettingRecords;
import picocli.CommandLine.Option;

/** The options of benchmarks that can compare settings within one run. Set by the command line. */
public final class VariantOptions {
    /** Settings of the processes of a job, which all variants share. */
    private static final List<String> OF_THE_JOB = List.of("gmt.nodes", "gmt.in.process", "gmt.transport",
        "gmt.plan", "gmt.workers", "gmt.helpers", "gmt.random.seed");
    private static final int MOST = 16;

    @Option(names = "--connections", paramLabel = "static|serial|overlap", split = ",",
        description = "compare modes of connecting within one run, trial by trial; several with commas; memory is not "
            + "shared between processes then, since that uses no connection")
    private String[] connections;

    @Option(names = "--compare", paramLabel = "KEY=V,V",
        description = "compare values of any setting within one run, trial by trial; figures are shares of the first; "
            + "several settings at once: KEY/KEY=V/V,V/V")
    private String compare;

    /** Refuses settings that cannot be compared. */
    public void validate() {
        if (connections != null && compare != null) {
            throw CliException.usage("--connections and --compare exclude each other: compare one thing at a time.");
        }
        check(variants());
    }

    /** At least one. */
    public List<Variant> variants() {
        if (connections != null) {
            return Arrays.stream(connections).map(mode -> new Variant(Map.of("connections", mode.strip()),
                Map.of("gmt.connections", mode.strip(), "gmt.armci.shared", "off"))).toList();
        }
        if (compare == null) {
            return List.of(Variant.AS_STARTED);
        }
        return compared();
    }

    private List<Variant> compared() {
        final int equals = compare.indexOf('=');
        if (equals < 1 || equals == compare.length() - 1) {
            throw CliException.usage("--compare " + compare
                + ": expected KEY=VALUE,VALUE such as gmt.edge.buffers=1,4.");
        }
        final List<String> keys = Arrays.stream(compare.substring(0, equals).split("/", -1))
            .map(key -> SettingDescriptor.canonicalKey(key.strip())).toList();
        if (keys.stream().distinct().count() < keys.size()) {
            throw CliException.usage("--compare " + compare + ": expected each setting once.");
        }
        return Arrays.stream(compare.substring(equals + 1).split(",", -1)).map(values -> variant(keys, values))
            .toList();
    }

    /** @param text a value for each key; of a single key it may have slashes, as folders do */
    private Variant variant(final List<String> keys, final String text) {
        final List<String> values = Arrays.stream(keys.size() == 1 ? new String[] {text} : text.split("/", -1))
            .map(String::strip).toList();
        if (values.contains("")) {
            throw CliException.usage("--compare " + compare + ": there is nothing between two commas or slashes.");
        }
        if (values.size() != keys.size()) {
            throw CliException.usage("--compare " + compare + ": expected a value for each of the " + keys.size()
                + " settings, such as gmt.edge.buffers/gmt.edge.buffer.size=2/16k,8/4k, found " + text.strip() + ".");
        }
        Variant variant = Variant.AS_STARTED;
        for (int i = 0; i < keys.size(); i++) {
            variant = variant.and(Variant.of(keys.get(i).substring("gmt.".length()), keys.get(i), values.get(i)));
        }
        return variant;
    }

    /**
     * Refuses settings that are unknown, malformed, do not go together, or are the same for all nodes of a machine.
     *
     * @throws CliException with the change to make
     */
    public static void check(final List<Variant> variants) {
        if (variants.size() > MOST) {
            throw CliException.usage(variants.size() + " variants in one run: expected at most " + MOST + ".");
        }
        for (final Variant variant : variants) {
            variant.overrides().keySet().stream().filter(OF_THE_JOB::contains).forEach(key -> {
                throw CliException.usage(key + " cannot be compared within one run, since all variants "
                    + "share the processes of the job.");
            });
            try {
                final Settings.Builder builder = Settings.builder(SettingRecords.catalog());
                variant.overrides().forEach((key, value) -> builder.flag(key, value, key + "=" + value));
                final Settings settings = builder.build();
                SettingRecords.catalog().records().forEach(settings::load);
            } catch (final ConfigException e) {
                throw CliException.usage(text(variant) + " cannot be compared: " + e.getMessage());
            }
        }
    }

    private static String text(final Variant variant) {
        return variant.overrides().entrySet().stream().map(set -> set.getKey() + "=" + set.getValue())
            .collect(Collectors.joining(" "));
    }
}
