package org.gmt4j.bench.scale.series;

import java.util.List;
import java.util.Map;

/**
 * Request, place and time of a series: the head of its file, one component to a key. Immutable.
 *
 * @param app         name of the application or benchmark
 * @param isBenchmark {@code gmt bench} rather than {@code gmt run}
 * @param kind        weak or strong
 * @param preset      name of the preset, or "" for none
 * @param commandLine line that repeats the series, without the name of the program: {@code scale bfs --weak ...}
 * @param trials      launches of each point
 * @param seed        seed of the first trial; trial k has seed + k - 1
 * @param cores       of the machine
 * @param startedAt   ISO 8601, UTC
 * @param environment jdk, os, commit, machine ...
 * @param settings    each setting: its key, value, unit and origin
 */
public record SeriesHeader(String app, boolean isBenchmark, ScalingKind kind, String preset, List<String> commandLine,
                           int trials, long seed, int cores, String startedAt, Map<String, Object> environment,
                           List<SettingLine> settings) {

    /** A setting as the jobs of the series see it. */
    public record SettingLine(String key, String value, String unit, String origin) {
    }
}
