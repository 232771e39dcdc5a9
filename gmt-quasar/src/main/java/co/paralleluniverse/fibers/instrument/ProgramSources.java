package co.paralleluniverse.fibers.instrument;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds, for the agents, the jars and folders of a program, as opposed to those of its libraries. A jar or folder
 * counts as soon as a class of it has been loaded that names something of ours. Any thread that loads a class.
 */
final class ProgramSources {
    /** Built with the step where they should give way; the engine must not. */
    private static final List<String> OURS = List.of("org/gmt4j/", "co/paralleluniverse/", "org/agrona/", "io/aeron/");

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** @param concerns whether the class names something of ours */
    boolean hold(final String className, final ProtectionDomain domain, final boolean concerns) {
        final CodeSource source = domain == null ? null : domain.getCodeSource();
        final URL place = source == null ? null : source.getLocation();
        if (OURS.stream().anyMatch(className::startsWith)) {
            return false;
        }
        if (place == null) {
            return concerns;
        }
        if (concerns) {
            known.add(place.toExternalForm());
            return true;
        }
        return known.contains(place.toExternalForm());
    }
}
