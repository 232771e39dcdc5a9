package org.gmt4j.runtime.hang;

import java.util.List;
import java.util.Optional;

/** Which line of a stack is the user's: the innermost that is neither of Java's own classes nor of this runtime. By names only. */
public final class UserFrame {
    private static final List<String> JAVA = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    private static final List<String> RUNTIME = List.of("co.paralleluniverse.", "org.gmt4j.runtime.", "org.gmt4j.aggregation.", "org.gmt4j.quasar.",
        "org.gmt4j.GmtCluster", "org.agrona.", "io.aeron.");

    private UserFrame() {
    }

    /** @param frames innermost first. Nothing when all are Java's or the runtime's */
    public static Optional<StackTraceElement> of(final List<StackTraceElement> frames) {
        return frames.stream().filter(frame -> !isJava(frame.getClassName()) && !isRuntime(frame.getClassName())).findFirst();
    }

    /** The innermost frame that is not of Java's own classes, when it is the user's: who has called into Java there. */
    public static Optional<StackTraceElement> callingJava(final List<StackTraceElement> frames) {
        return frames.stream().filter(frame -> !isJava(frame.getClassName())).findFirst().filter(frame -> !isRuntime(frame.getClassName()));
    }

    private static boolean isJava(final String name) {
        return JAVA.stream().anyMatch(name::startsWith);
    }

    private static boolean isRuntime(final String name) {
        return RUNTIME.stream().anyMatch(name::startsWith);
    }

    /** For example "org.foo.Main.search(Main.java:40)". */
    public static String text(final StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "("
            + (frame.getFileName() == null ? "unknown source" : frame.getFileName() + (frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber())) + ")";
    }
}
