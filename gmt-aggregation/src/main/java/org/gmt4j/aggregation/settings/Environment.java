package org.gmt4j.aggregation.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The surroundings of the process: environment variables and system properties, as a value that tests
 * can make up. Immutable; any thread.
 *
 * @param variables  environment variables
 * @param properties system properties
 */
public record Environment(Map<String, String> variables, Map<String, String> properties) {
    private static final int JDK_WITH_AOT_LOG = 25;
    /** Ending of a cache of classes and profiles, which later JDKs have instead of an archive. */
    private static final String AOT_CACHE = ".aot";

    public Environment {
        variables = Map.copyOf(variables);
        properties = Map.copyOf(properties);
    }

    /** @return this process's surroundings, as they are now */
    public static Environment ofProcess() {
        return new Environment(System.getenv(), textProperties(System.getProperties()));
    }

    /** @return surroundings in which nothing is set */
    public static Environment empty() {
        return new Environment(Map.of(), Map.of());
    }

    private static Map<String, String> textProperties(final Properties all) {
        final Map<String, String> texts = new HashMap<>();
        for (final String name : all.stringPropertyNames()) {
            texts.put(name, all.getProperty(name));
        }
        return texts;
    }

    /** @return an environment variable; one that is set to nothing counts as absent */
    public Optional<String> variable(final String name) {
        return Optional.ofNullable(variables.get(name)).filter(text -> !text.isBlank());
    }

    /**
     * @return whether flags for the JVM name a garbage collector: a JVM that is given another one beside it does not
     * start
     */
    public boolean namesCollector() {
        return Stream.of(ReservedVariables.JAVA_OPTS, "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
            .flatMap(name -> variable(name).stream()).flatMap(text -> Stream.of(text.split("\\s+")))
            .anyMatch(flag -> flag.matches("-XX:\\+Use\\w*GC"));
    }

    /**
     * @param jdk version of the JVM
     * @return flags with which a JVM takes its classes from {@code GMT_CDS_ARCHIVE}, if there is such a file and it
     *         fits; silent where it does not
     */
    public List<String> classArchive(final int jdk) {
        final List<String> flags = new ArrayList<>();
        variable(ReservedVariables.CDS_ARCHIVE).filter(file -> Files.isReadable(Path.of(file)))
            .ifPresent(file -> flags.add((file.endsWith(AOT_CACHE) ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=")
                + file));
        // an archive that does not fit is not used; later JDKs say so even without one of ours
        flags.add("-Xlog:cds=off");
        flags.add("-Xlog:cds+dynamic=off");
        if (jdk >= JDK_WITH_AOT_LOG) {
            flags.add("-Xlog:aot=off");
        }
        return flags;
    }

    /** @return a system property */
    public Optional<String> property(final String name) {
        return Optional.ofNullable(properties.get(name));
    }
}
