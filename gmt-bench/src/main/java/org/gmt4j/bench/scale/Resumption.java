package org.gmt4j.bench.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.gmt4j.bench.scale.series.Series;
import org.gmt4j.bench.scale.series.SeriesHeader;
import org.gmt4j.bench.scale.series.SeriesHeader.SettingLine;
import org.gmt4j.bench.scale.series.SeriesPoint;
import org.gmt4j.bench.scale.series.SeriesTrial.Outcome;
import org.gmt4j.cli.CliException;

/** Joins the results of a series with a plan for the rest, or says why they do not belong together. Stateless. */
final class Resumption {
    private Resumption() {
    }

    /**
     * @param old     results so far
     * @param planned the same series, planned here and now
     * @return the old header and the trials that ended well; those that were lost are to be repeated
     * @throws CliException GMT-601 with the first contradiction
     */
    static Series join(final Series old, final Series planned, final String folder) {
        if (old.isWrong()) {
            throw refused(folder, "it stopped at a wrong result", "Find the cause, and begin a new series");
        }
        same(folder, old.header(), planned.header());
        if (old.points().size() != planned.points().size()) {
            throw refused(folder, "it has " + old.points().size() + " points, and its command line gives "
                + planned.points().size() + " now",
                "Begin a new series");
        }
        final List<SeriesPoint> points = new ArrayList<>();
        for (int i = 0; i < old.points().size(); i++) {
            final SeriesPoint before = old.points().get(i);
            final SeriesPoint now = planned.points().get(i);
            compare(folder, "the command line of its jobs", String.join(" ", before.arguments()),
                String.join(" ", now.arguments()));
            points.add(new SeriesPoint(now.nodes(), now.threads(), now.swept(), now.arguments(),
                before.trials().stream().filter(trial -> trial.outcome() == Outcome.OK).toList()));
        }
        return new Series(old.header(), points);
    }

    private static void same(final String folder, final SeriesHeader before, final SeriesHeader now) {
        compare(folder, "the application", before.app(), now.app());
        for (final String key : List.of("commit", "version", "jdk", "cores", "os")) {
            compare(folder, "the " + key, text(before.environment().get(key)), text(now.environment().get(key)));
        }
        compare(folder, "the seed", before.seed(), now.seed());
        compare(folder, "the number of jobs of each point", before.trials(), now.trials());
        final Map<String, String> values = new TreeMap<>();
        before.settings().forEach(setting -> values.put(setting.key(), setting.value()));
        for (final SettingLine setting : now.settings()) {
            compare(folder, "the setting " + setting.key(), values.get(setting.key()), setting.value());
        }
    }

    private static String text(final Object value) {
        return value instanceof Number number ? String.valueOf(number.longValue()) : String.valueOf(value);
    }

    private static void compare(final String folder, final String what, final Object before, final Object now) {
        if (!Objects.equals(before, now)) {
            throw refused(folder, what + " was '" + before + "' and is '" + now + "' now",
                "Restore it, or begin a new series");
        }
    }

    static CliException refused(final String folder, final String why, final String instead) {
        return CliException.usage("GMT-601", "--resume " + folder + ": the series cannot be continued: " + why
            + ", and jobs that differ in more than the seed cannot be compared. " + instead + ".");
    }
}
