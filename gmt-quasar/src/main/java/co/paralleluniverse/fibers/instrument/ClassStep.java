package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.AnnotationVisitor;
import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.ClassWriter;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.AnnotationNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.TryCatchBlockNode;
import co.paralleluniverse.fibers.instrument.MethodDatabase.SuspendableType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.gmt4j.quasar.check.BodyMethods;
import org.gmt4j.quasar.check.ClassNodes;
import org.gmt4j.quasar.check.Lines;
import org.gmt4j.quasar.check.StaleStores;

/**
 * Transforms one class, for the build step and for the agent: bodies are declared to wait, stores that would be lost
 * are detected, and methods that may wait are instrumented. Set-up; one thread.
 */
final class ClassStep {
    private static final String SUSPEND_EXECUTION = "org/gmt4j/fibers/SuspendExecution";
    private static final String INSTRUMENTED = "Lco/paralleluniverse/fibers/Instrumented;";
    private static final String SUSPENDABLE = "Lorg/gmt4j/fibers/Suspendable;";
    private static final String CAPTURES_KEPT = "Lorg/gmt4j/quasar/CapturesKept;";
    /** Bodies that may wait get it. */
    private static final String CONTEXT = "Lorg/gmt4j/TaskContext;";
    private static final byte[][] CONCERNS = {"co/paralleluniverse/".getBytes(StandardCharsets.UTF_8),
        "org/gmt4j/".getBytes(StandardCharsets.UTF_8)};

    /** The beginnings of Quasar's reasons, and the remedies. */
    private static final Map<String, String> ADVICE = Map.of(
        "synchronization", "it waits and is synchronized. Move the synchronized part to a method that "
            + "does not wait, or use a lock-free type",
        "catch for SuspendExecution",
        "it catches SuspendExecution, which is not an error but how a fiber leaves the thread."
            + " Declare it with throws; catching Exception or Throwable is fine",
        "blocking call", "it waits and also blocks the thread. Move the blocking call to a method that "
            + "does not wait, or better to a thread of your own",
        "native method", "it is native",
        "constructor", "constructors and static initialisers cannot wait. Use a static factory method");

    private final QuasarInstrumentor instrumentor;
    private final Map<String, String> failures;

    /** @param failures receives a line for each method that cannot be instrumented: place and reason */
    ClassStep(final QuasarInstrumentor instrumentor, final Map<String, String> failures) {
        this.instrumentor = instrumentor;
        this.failures = failures;
    }

    /**
     * Returns whether a class file names anything of ours or of the fibers: no other class can wait, and no other can
     * be a body.
     */
    static boolean concerns(final byte[] classFile) {
        for (int i = 0; i < classFile.length; i++) {
            for (final byte[] name : CONCERNS) {
                if (classFile[i] == name[0] && i + name.length <= classFile.length
                    && Arrays.equals(classFile, i, i + name.length, name, 0, name.length)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Instruments a class of a program, as {@link #instrument} does; its loops give way besides, unless a method cannot
     * wait.
     */
    byte[] instrumentProgram(final ClassLoader loader, final ClassNodes classes, final byte[] before)
            throws IOException {
        final int failed = failures.size();
        final byte[] waiting = instrument(loader, classes, before);
        if (failures.size() > failed) {
            return waiting;
        }
        final byte[] after = LoopPoints.put(waiting == null ? before : waiting);
        return after == null ? waiting : after;
    }

    /** Returns the changed class file, or null if nothing is to be changed or it cannot be. */
    byte[] instrument(final ClassLoader loader, final ClassNodes classes, final byte[] before) throws IOException {
        if (!concerns(before)) {
            return null;
        }
        final ClassNode node = new ClassNode();
        new ClassReader(before).accept(node, 0);
        if (hasAnnotation(node.visibleAnnotations, INSTRUMENTED) || LoopPoints.areIn(node)
            || !instrumentor.shouldInstrument(node.name)) {
            return null;
        }
        classes.with(node);
        final boolean isChanged = new UnboxingReferences(instrumentor.getMethodDatabase(loader), node).put()
            | BodyMethods.letWait(classes, node) | markKeptCaptures(classes, node);
        noteCalledBodies(loader, classes, node);
        if (!canWaitAsDeclared(node) || losesUpdates(loader, classes, node)) {
            return null;
        }
        final boolean hasDirectCalls = putDirectCalls(classes, node);
        final byte[] prepared = isChanged || hasDirectCalls ? written(node) : before;
        final byte[] after = instrumentOrReport(loader, node, prepared);
        return after == null ? isChanged && !hasDirectCalls && failures.isEmpty() ? prepared : null
            : Arrays.equals(before, after) ? null : after;
    }

    /**
     * Notes bodies of other classes that the waiting methods call: they may wait, though their class files do not say
     * so until it is their turn.
     */
    private void noteCalledBodies(final ClassLoader loader, final ClassNodes classes, final ClassNode node) {
        final MethodDatabase database = instrumentor.getMethodDatabase(loader);
        for (final MethodNode method : waitingMethods(node)) {
            for (final AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof MethodInsnNode call && call.desc.contains(CONTEXT)
                    && !call.owner.equals(node.name) && !WaitingCalls.isWaiting(database, call)
                    && BodyMethods.letsWait(classes, call.owner, call.name, call.desc)) {
                    database.getOrLoadClassEntry(call.owner).set(call.name, call.desc, SuspendableType.SUSPENDABLE);
                }
            }
        }
    }

    /** Frames that are wrong then are made anew by Quasar, which instruments each of these methods. */
    private static boolean putDirectCalls(final ClassNodes classes, final ClassNode node) {
        final AtHandCalls calls = new AtHandCalls(classes);
        boolean isChanged = false;
        for (final MethodNode method : waitingMethods(node)) {
            isChanged |= calls.put(method);
        }
        return isChanged;
    }

    private static byte[] written(final ClassNode node) {
        final ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static boolean markKeptCaptures(final ClassNodes classes, final ClassNode node) {
        if (hasAnnotation(node.invisibleAnnotations, CAPTURES_KEPT) || !BodyMethods.has(classes, node)) {
            return false;
        }
        final AnnotationVisitor mark = node.visitAnnotation(CAPTURES_KEPT, false);
        final List<String> storing = BodyMethods.storing(classes, node);
        if (!storing.isEmpty()) {
            final AnnotationVisitor except = mark.visitArray("except");
            storing.forEach(name -> except.visit(null, name));
            except.visitEnd();
        }
        mark.visitEnd();
        return true;
    }

    private boolean losesUpdates(final ClassLoader loader, final ClassNodes classes, final ClassNode node) {
        final MethodDatabase database = instrumentor.getMethodDatabase(loader);
        boolean isFound = false;
        for (final MethodNode method : waitingMethods(node)) {
            final List<String> found = StaleStores.in(node, method, classes,
                call -> WaitingCalls.isWaiting(database, call), line -> database.log(LogLevel.DEBUG, "%s", line));
            if (!found.isEmpty()) {
                failures.put(place(node, method, 0), String.join("\n    ", found));
                isFound = true;
            }
        }
        return isFound;
    }

    private byte[] instrumentOrReport(final ClassLoader loader, final ClassNode node, final byte[] before)
        throws IOException {
        try {
            final byte[] after = instrumented(loader, before);
            if (after == null && !waitingMethods(node).isEmpty()) {
                failures.put(nameOf(node),
                    "its code could not be analysed; the build log with verbose=\"true\" says where");
            }
            return after;
        } catch (final UnableToInstrumentException e) {
            reportRefused(node, e);
        } catch (final RuntimeException | InternalError e) {          // an error where the analysis of a method fails
            failures.put(nameOf(node), "its code could not be analysed: " + e);
        }
        return null;
    }

    /** Returns null where Quasar does not understand a class in which nothing waits. */
    private byte[] instrumented(final ClassLoader loader, final byte[] before) {
        final MethodDatabase database = instrumentor.getMethodDatabase(loader);
        final ClassReader reader = new ClassReader(before);
        final ClassWriter writer = new DBClassWriter(database, reader);
        final InstrumentClass step = new InstrumentClass(writer, database, false);
        try {
            reader.accept(step, ClassReader.SKIP_FRAMES);
            return writer.toByteArray();
        } catch (final RuntimeException e) {
            if (step.hasSuspendableMethods()) {
                throw e;
            }
            return null;
        }
    }

    private void reportRefused(final ClassNode node, final UnableToInstrumentException refusal) {
        final MethodNode method = node.methods.stream()
            .filter(m -> m.name.equals(refusal.getMethodName()) && m.desc.equals(refusal.getMethodDesc()))
            .findFirst().orElse(null);
        final String where = method == null ? refusal.getClassName().replace('/', '.') + "." + refusal.getMethodName()
            : place(node, method, lineOf(method, refusal.getReason()));
        failures.put(where, adviceFor(refusal.getReason()));
    }

    /** Returns the line of the reason in the method, or 0. */
    private static int lineOf(final MethodNode method, final String reason) {
        if (reason.startsWith("catch for") && method.tryCatchBlocks != null) {
            for (final TryCatchBlockNode block : method.tryCatchBlocks) {
                if (block.type != null && reason.contains(block.type.substring(block.type.lastIndexOf('/') + 1))) {
                    return new Lines(method).of(block.handler.getNext());
                }
            }
        }
        for (final AbstractInsnNode instruction : method.instructions.toArray()) {
            final boolean isCulprit = reason.startsWith("synchronization")
                && instruction.getOpcode() == Opcodes.MONITORENTER
                || reason.startsWith("blocking call") && instruction instanceof MethodInsnNode call
                && reason.contains(call.owner + "#" + call.name);
            if (isCulprit) {
                return new Lines(method).of(instruction);
            }
        }
        return 0;
    }

    /** Checks the signatures alone, where Quasar would overlook or misname some problems. */
    private boolean canWaitAsDeclared(final ClassNode node) {
        final int before = failures.size();
        for (final MethodNode method : waitingMethods(node)) {
            if (method.name.startsWith("<")) {
                failures.put(place(node, method, 0), adviceFor("constructor"));
            } else if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
                failures.put(place(node, method, 0), adviceFor("synchronization"));
            } else if ((method.access & Opcodes.ACC_NATIVE) != 0) {
                failures.put(place(node, method, 0), adviceFor("native method"));
            }
        }
        return failures.size() == before;
    }

    private static List<MethodNode> waitingMethods(final ClassNode node) {
        final List<MethodNode> waiting = new ArrayList<>();
        for (final MethodNode method : node.methods) {
            if (method.exceptions.contains(SUSPEND_EXECUTION) || hasAnnotation(method.visibleAnnotations,
                SUSPENDABLE)) {
                waiting.add(method);
            }
        }
        return waiting;
    }

    private static boolean hasAnnotation(final List<AnnotationNode> annotations, final String descriptor) {
        return annotations != null && annotations.stream().anyMatch(a -> a.desc.equals(descriptor));
    }

    private static String nameOf(final ClassNode node) {
        return node.name.replace('/', '.');
    }

    /** Returns the place as in a stack trace; for line 0 the method's first line. */
    private static String place(final ClassNode node, final MethodNode method, final int line) {
        final int shown = line == 0 ? new Lines(method).first() : line;
        return nameOf(node) + "." + method.name
            + (node.sourceFile == null ? "" : "(" + node.sourceFile + (shown == 0 ? "" : ":" + shown) + ")");
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
