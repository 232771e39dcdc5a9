package org.gmt4j.engine.hang;

import java.net.URL;
import java.util.List;
import java.util.Optional;

/**
 * Finds the user's line of a stack: the innermost one that belongs neither to Java's own classes nor to this runtime.
 * By names and places.
 */
public final class UserFrame {
    private static final String API = "org.gmt4j.";
    private static final List<String> JAVA = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    private static final List<String> RUNTIME = List.of("co.paralleluniverse.", "org.gmt4j.engine.", "org.gmt4j.armci.",
        "org.gmt4j.aggregation.", "org.gmt4j.quasar.", "org.agrona.", "io.aeron.");
    /** What is built upon the runtime, in this project: nobody who uses it can change it. */
    private static final List<String> LIBRARIES = List.of("org.gmt4j.graph.", "org.gmt4j.ga.", "org.gmt4j.sql.",
        "org.gmt4j.apps.", "org.gmt4j.bench.");

    private UserFrame() {
    }

    /** @param frames innermost first. The result is empty when all are Java's or the runtime's */
    public static Optional<StackTraceElement> of(final List<StackTraceElement> frames) {
        return frames.stream().filter(frame -> !isJava(frame.getClassName()) && !isRuntime(frame.getClassName()))
            .findFirst();
    }

    /** Returns the innermost frame outside of Java's own classes, the caller of Java, when it is the user's. */
    public static Optional<StackTraceElement> callingJava(final List<StackTraceElement> frames) {
        return frames.stream().filter(frame -> !isJava(frame.getClassName())).findFirst()
            .filter(frame -> !isRuntime(frame.getClassName()));
    }

    /** {@link #callingJava}, where that is the user's own, and not of a library of this project. */
    public static Optional<StackTraceElement> ownCallingJava(final List<StackTraceElement> frames) {
        return callingJava(frames)
            .filter(frame -> LIBRARIES.stream().noneMatch(frame.getClassName()::startsWith));
    }

    private static boolean isJava(final String name) {
        return JAVA.stream().anyMatch(name::startsWith);
    }

    private static boolean isRuntime(final String name) {
        return RUNTIME.stream().anyMatch(name::startsWith) || isApi(name);
    }

    /**
     * Returns whether a class of the package {@code org.gmt4j} comes from the same place as this one: programs may have
     * classes of that package, too.
     */
    private static boolean isApi(final String name) {
        if (!name.startsWith(API) || name.indexOf('.', API.length()) >= 0) {
            return false;
        }
        final int inner = name.indexOf('$');
        final String file = (inner < 0 ? name : name.substring(0, inner)).replace('.', '/') + ".class";
        final URL found = UserFrame.class.getClassLoader().getResource(file);
        final URL here = UserFrame.class.getResource("UserFrame.class");
        final String own = UserFrame.class.getName().replace('.', '/') + ".class";
        return found != null && here != null && found.toString().replace(file, own).equals(here.toString());
    }

    /** Returns a text such as "org.foo.Main.search(Main.java:40)". */
    public static String text(final StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "("
            + (frame.getFileName() == null ? "unknown source"
                : frame.getFileName() + (frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber())) + ")";
    }
}
