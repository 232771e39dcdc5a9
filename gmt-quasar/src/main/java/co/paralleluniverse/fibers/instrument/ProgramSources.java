package co.paralleluniverse.fibers.instrument;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds, for the agents, the classes of a program, as opposed to those of its libraries: in a folder all, as soon as a
 * class of it has been loaded that names something of ours. A jar may hold the libraries as well. In it those count
 * whose package is one of such a class, lies below it, or beside it: below {@code com.acme} for {@code com.acme.tasks},
 * not below {@code com}. Any thread that loads a class.
 */
final class ProgramSources {
    /** Built with the step where they should give way; the engine must not. */
    private static final List<String> OURS = List.of("org/gmt4j/", "co/paralleluniverse/", "org/agrona/", "io/aeron/");

    /** Places, for jars with a package. */
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
        final String name = place.toExternalForm();
        final String inPackage = className.substring(0, className.lastIndexOf('/') + 1);
        final boolean isFolder = name.endsWith("/");
        if (concerns) {
            known.add(isFolder ? name : name + '!' + around(inPackage));
            return true;
        }
        return isFolder ? known.contains(name) : isBelowKnown(name + '!', inPackage);
    }

    /** Returns the package around one of three names or more, and else the package itself. */
    private static String around(final String inPackage) {
        final int last = inPackage.lastIndexOf('/', inPackage.length() - 2);
        return last < 0 || inPackage.lastIndexOf('/', last - 1) < 0 ? inPackage : inPackage.substring(0, last + 1);
    }

    private boolean isBelowKnown(final String place, final String inPackage) {
        if (inPackage.isEmpty()) {
            return known.contains(place);
        }
        for (int end = inPackage.indexOf('/'); end >= 0; end = inPackage.indexOf('/', end + 1)) {
            if (known.contains(place + inPackage.substring(0, end + 1))) {
                return true;
            }
        }
        return false;
    }
}
