package org.gmt4j.bench.scale.series;

import java.util.List;

/**
 * A scaling series with everything that it has measured so far: the contents of the JSON file, which {@code --resume}
 * continues, and the source of reports. Immutable.
 *
 * @param header request, place and time
 * @param points one for each count of nodes and combination of swept values, in the order of the tables
 */
public record Series(SeriesHeader header, List<SeriesPoint> points) {
    public Series {
        points = List.copyOf(points);
    }

    /** Whether some trial had a wrong result: then no rate of the series may be shown. */
    public boolean isWrong() {
        return points.stream().flatMap(point -> point.trials().stream())
            .anyMatch(trial -> trial.outcome() == SeriesTrial.Outcome.WRONG);
    }
}
