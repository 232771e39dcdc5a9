package org.gmt4j.graph.real;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeSource;

/** Opens the real graphs of this machine by name. */
public final class RealGraphs {
    /** Names that {@link #open(String)} knows. */
    public static final List<String> NAMES = List.of("debian-deps", "jdk-classes", "jdk-calls");

    private RealGraphs() {
    }

    /** A graph that is extracted into the user's cache folder at first use. */
    public static EdgeSource open(final String name) {
        return open(name, cacheFolder(System.getenv()));
    }

    /** As {@link #open(String)}, with the cache in {@code folder}. */
    public static EdgeSource open(final String name, final Path folder) {
        switch (name) {
            case "debian-deps":
                return new CachedGraph(new DebianExtractor(Path.of("/")), folder);
            case "jdk-classes":
                return new CachedGraph(new ClassGraphExtractor(new JdkImage()), folder);
            case "jdk-calls":
                return new CachedGraph(new CallGraphExtractor(new JdkImage()), folder);
            default:
                throw new GraphException(GraphException.BAD_GRAPH_OPTION,
                    "unknown graph \"" + name + "\"; expected one of " + String.join(", ", NAMES));
        }
    }

    /** Which class of the jars names which; extracted anew, in memory. */
    public static EdgeSource classesOf(final List<Path> jars) {
        return new ClassGraphExtractor(new JarFiles(jars)).extract();
    }

    /** Which method of the jars calls which; extracted anew, in memory. */
    public static EdgeSource callsOf(final List<Path> jars) {
        return new CallGraphExtractor(new JarFiles(jars)).extract();
    }

    /**
     * {@code GMT_CACHE}, else {@code gmt} in {@code XDG_CACHE_HOME}, else {@code .cache/gmt} in the home folder; a
     * folder of the system's temporary one where the home folder cannot be written. A variable that is empty is none.
     */
    static Path cacheFolder(final Map<String, String> environment) {
        final String own = environment.getOrDefault("GMT_CACHE", "");
        if (!own.isEmpty()) {
            return Path.of(own);
        }
        final String common = environment.getOrDefault("XDG_CACHE_HOME", "");
        final Path home = Path.of(System.getProperty("user.home", "."));
        final Path cache = common.isEmpty() ? home.resolve(".cache") : Path.of(common);
        return Files.isWritable(Files.isDirectory(cache) ? cache : home) ? cache.resolve("gmt")
            : Path.of(System.getProperty("java.io.tmpdir"), "gmt-cache-" + System.getProperty("user.name", "user"));
    }
}
