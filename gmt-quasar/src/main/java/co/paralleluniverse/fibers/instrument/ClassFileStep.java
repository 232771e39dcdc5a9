package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.AnnotationNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.MethodNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The build step: instruments class files where they are. Set-up; one thread.
 *
 * <p>Unlike Quasar's own step it looks at all files before it gives up, and says of each method that cannot wait why, and what to
 * write instead. A class file is written only if it changed.
 */
public final class ClassFileStep {
    private static final String SUSPEND_EXECUTION = "co/paralleluniverse/fibers/SuspendExecution";
    private static final String INSTRUMENTED = "Lco/paralleluniverse/fibers/Instrumented;";
    private static final String SUSPENDABLE = "Lco/paralleluniverse/fibers/Suspendable;";

    /** Quasar's reasons (their beginnings), and what to do. */
    private static final Map<String, String> ADVICE = Map.of(
        "synchronization", "it waits and is synchronized. Move the synchronized part to a method that does not wait, or use"
            + " a lock-free type",
        "catch for SuspendExecution", "it catches SuspendExecution, which is not an error but how a fiber leaves the thread."
            + " Declare it with throws; catching Exception or Throwable is fine",
        "catch for UndeclaredThrowableException", "it catches UndeclaredThrowableException around a wait. Move the wait out of the try",
        "blocking call", "it waits and also blocks the thread. Move the blocking call to a method that does not wait, or"
            + " better to a thread of your own",
        "native method", "it is native",
        "constructor", "constructors and static initialisers cannot wait. Use a static factory method");

    private final QuasarInstrumentor instrumentor = new QuasarInstrumentor(true);
    private final Map<String, String> failures = new TreeMap<>();

    /** @param log gets warnings, and with {@code isVerbose} what is done */
    public ClassFileStep(final boolean isVerbose, final Consumer<String> log) {
        instrumentor.setVerbose(isVerbose);
        instrumentor.setLog(new Log() {
            @Override
            public void log(final LogLevel level, final String message, final Object... arguments) {
                log.accept(level + ": " + String.format(message, arguments));
            }

            @Override
            public void error(final String message, final Throwable cause) {
                // thrown as well, and then reported with all others
            }
        });
    }

    QuasarInstrumentor instrumentor() {
        return instrumentor;
    }

    /**
     * Instruments the class files.
     *
     * @param loader finds every class that these files name
     * @return how many files were changed
     * @throws UninstrumentableException if there are methods that cannot wait; the other classes are instrumented nevertheless
     */
    public int instrument(final ClassLoader loader, final Collection<Path> classFiles) throws IOException {
        int changed = 0;
        for (final Path file : classFiles) {
            if (instrument(loader, file)) {
                changed++;
            }
        }
        if (!failures.isEmpty()) {
            throw new UninstrumentableException(failures);
        }
        return changed;
    }

    private boolean instrument(final ClassLoader loader, final Path file) throws IOException {
        final byte[] after = instrument(loader, Files.readAllBytes(file));
        if (after == null) {
            return false;
        }
        Files.write(file, after);
        return true;
    }

    /** @return what becomes of a class file; null where it stays as it is, be it for a reason in {@link #failures()} */
    byte[] instrument(final ClassLoader loader, final byte[] before) throws IOException {
        final ClassNode node = new ClassNode();
        new ClassReader(before).accept(node, ClassReader.SKIP_CODE);
        if (hasAnnotation(node.visibleAnnotations, INSTRUMENTED) || !instrumentor.shouldInstrument(node.name)
            || !canWaitAsDeclared(node)) {
            return null;
        }
        final byte[] after = instrumentOrReport(loader, node, before);
        return after == null || Arrays.equals(before, after) ? null : after;
    }

    /** Methods that cannot wait, and why; of all classes seen until now. */
    Map<String, String> failures() {
        return failures;
    }

    private byte[] instrumentOrReport(final ClassLoader loader, final ClassNode node, final byte[] before) throws IOException {
        try {
            final byte[] after = instrumentor.instrumentClass(loader, node.name, before);
            if (after == null && !waitingMethods(node).isEmpty()) {
                failures.put(nameOf(node), "its code could not be analysed; the build log with verbose=\"true\" says where");
            }
            return after;
        } catch (final UnableToInstrumentException e) {
            failures.put(e.getClassName().replace('/', '.') + "." + e.getMethodName(), adviceFor(e.getReason()));
        } catch (final RuntimeException e) {
            failures.put(nameOf(node), "its code could not be analysed: " + e);
        }
        return null;
    }

    /** What can be told from the signatures alone; Quasar would overlook or misname some of it. */
    private boolean canWaitAsDeclared(final ClassNode node) {
        final int before = failures.size();
        for (final MethodNode method : waitingMethods(node)) {
            if (method.name.startsWith("<")) {
                failures.put(nameOf(node) + "." + method.name, adviceFor("constructor"));
            } else if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
                failures.put(nameOf(node) + "." + method.name, adviceFor("synchronization"));
            } else if ((method.access & Opcodes.ACC_NATIVE) != 0) {
                failures.put(nameOf(node) + "." + method.name, adviceFor("native method"));
            }
        }
        return failures.size() == before;
    }

    private static List<MethodNode> waitingMethods(final ClassNode node) {
        final List<MethodNode> waiting = new ArrayList<>();
        for (final MethodNode method : node.methods) {
            if (method.exceptions.contains(SUSPEND_EXECUTION) || hasAnnotation(method.visibleAnnotations, SUSPENDABLE)) {
                waiting.add(method);
            }
        }
        return waiting;
    }

    private static boolean hasAnnotation(final List<AnnotationNode> annotations, final String descriptor) {
        if (annotations != null) {
            for (final AnnotationNode annotation : annotations) {
                if (annotation.desc.equals(descriptor)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String nameOf(final ClassNode node) {
        return node.name.replace('/', '.');
    }

    private static String adviceFor(final String reason) {
        for (final Map.Entry<String, String> advice : ADVICE.entrySet()) {
            if (reason.startsWith(advice.getKey())) {
                final String detail = reason.substring(advice.getKey().length()).strip();
                return advice.getValue() + (detail.isEmpty() ? "" : " (" + detail + ")");
            }
        }
        return reason;
    }
}
