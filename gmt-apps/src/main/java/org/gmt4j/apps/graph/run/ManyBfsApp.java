package org.gmt4j.apps.graph.run;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.ManyBfs;
import org.gmt4j.graph.levels.ManySearch;
import org.gmt4j.graph.serial.LevelsVerifier;
import org.gmt4j.graph.serial.NumberedEdges;
import picocli.CommandLine.Mixin;

/** {@code gmt run manybfs}: breadth-first searches from several vertices at once. */
public final class ManyBfsApp extends GraphApp<ManyBfs> {
    private static final int USUAL_SOURCES = 64;
    /** Names of files have 255 bytes at most. */
    private static final int LONGEST_LABEL = 120;

    @Mixin
    private SeveralSources sources = new SeveralSources();

    @Override
    public String name() {
        return "manybfs";
    }

    @Override
    public String summary() {
        return "Breadth-first searches from several vertices in one pass, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run manybfs -g 16 --sources 64",
            "gmt run manybfs -f follows.el -r 7,12 --trials 1 --values levels.csv");
    }

    @Override
    public void validate(final CommonOptions common) {
        super.validate(common);
        sources.validate();
    }

    @Override
    protected void addMemory(final AppMemory.Builder memory, final GraphShape shape) {
        shape.addInRows(memory);
        memory.array("levels", Phase.RUNNING, shape.rows(), 4 * sources.most(USUAL_SOURCES))
            .aid("work of the search", Phase.RUNNING, ManySearch.workBytes(shape.rows(), shape.nodes()), 1);
        shape.addJudge(memory, "one thread's levels", 0,
            13 + 4 * LevelsVerifier.width(sources.most(USUAL_SOURCES)));
    }

    @Override
    protected void prepare(final Graph graph, final int trials, final long seed) {
        sources.choose(graph, USUAL_SOURCES, trials, seed);
    }

    @Override
    protected ManyBfs ask(final Graph graph, final long trial) {
        return graph.manyBfs(sources.of(trial)).run();
    }

    @Override
    protected void describe(final ManyBfs answer, final Trial trial) {
        trial.reached(LongStream.of(answer.sources()).map(answer::reached).sum());
    }

    @Override
    protected Map<String, Object> facts(final ManyBfs answer) {
        final Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("sources", answer.sources().length);
        facts.put("deepest", LongStream.of(answer.sources()).map(answer::depth).max().orElse(0));
        return facts;
    }

    @Override
    protected Function<ManyBfs, Optional<String>> judge(final NumberedEdges edges) {
        final LevelsVerifier verifier = new LevelsVerifier(edges, sources.most(USUAL_SOURCES));
        return answer -> {
            for (final long source : answer.sources()) {
                final long[] depth = {0};
                verifier.begin();
                answer.levels(source).forEach((vertex, level) -> {
                    verifier.accept(vertex, level);
                    depth[0] = Math.max(depth[0], level);
                });
                final Optional<String> mistake = verifier.end(source, Long.MAX_VALUE, answer.reached(source))
                    .or(() -> depth[0] == answer.depth(source) ? Optional.empty() : Optional.of("from " + source
                        + ": the largest level is said to be " + answer.depth(source) + ", not " + depth[0]));
                if (mistake.isPresent()) {
                    return mistake;
                }
            }
            return verifier.verdict();
        };
    }

    @Override
    protected String verification() {
        return "of each search: no edge of the source leads to a vertex in fewer steps, and to each vertex one leads "
            + "from a vertex one step nearer";
    }

    /** A file for each source, or none at all. */
    @Override
    protected long write(final ManyBfs answer, final Path file) {
        final List<Path> written = new ArrayList<>();
        final List<Path> files = List.copyOf(files(answer, file).values());
        long bytes = 0;
        try {
            for (final long source : answer.sources()) {
                final Path one = files.get(written.size());
                bytes += answer.allLevels(source).write(one);
                written.add(one);
            }
            return bytes;
        } catch (final RuntimeException failure) {
            written.forEach(one -> delete(one, failure));
            throw failure;
        }
    }

    @Override
    protected Map<String, Path> files(final ManyBfs answer, final Path file) {
        return ofSources(file, LongStream.of(answer.sources()).mapToObj(source -> sources.name(source).toString())
            .toList());
    }

    /**
     * Puts each source before the ending: {@code levels.csv.gz} becomes {@code levels-7.csv.gz}, and of a text
     * {@code levels-a%2F1.csv.gz}. Long texts, and those that some file systems do not tell from others, are counted.
     */
    static Map<String, Path> ofSources(final Path file, final List<String> sources) {
        final String name = file.getFileName().toString();
        final int dot = ending(name);
        final Map<String, Path> files = new LinkedHashMap<>();
        final Set<String> taken = new HashSet<>();
        for (final String source : sources) {
            final String encoded = URLEncoder.encode(source, StandardCharsets.UTF_8).replace("+", "%20")
                .replace("*", "%2A");
            final boolean isUsable = encoded.length() <= LONGEST_LABEL && taken.add(encoded.toLowerCase(Locale.ROOT));
            final String label = isUsable ? encoded : "source+" + (files.size() + 1);    // no encoded text has a plus
            files.put(source, file.resolveSibling(name.substring(0, dot) + "-" + label + name.substring(dot)));
        }
        return files;
    }

    /** Where the ending of a name begins that {@link org.gmt4j.graph.values.ValueFile#check} has taken. */
    private static int ending(final String name) {
        final int dot = name.lastIndexOf('.');
        return name.toLowerCase(Locale.ROOT).endsWith(".gz") ? name.lastIndexOf('.', dot - 1) : dot;
    }

    static void delete(final Path file, final RuntimeException failure) {
        try {
            Files.deleteIfExists(file);
        } catch (final IOException notDeleted) {
            failure.addSuppressed(notDeleted);
        }
    }
}
