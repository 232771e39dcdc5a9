package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.MethodVisitor;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.AnnotationNode;
import co.paralleluniverse.asm.tree.InsnList;
import co.paralleluniverse.asm.tree.JumpInsnNode;
import co.paralleluniverse.asm.tree.LabelNode;
import co.paralleluniverse.asm.tree.LdcInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.TableSwitchInsnNode;
import co.paralleluniverse.asm.tree.VarInsnNode;
import co.paralleluniverse.asm.tree.analysis.AnalyzerException;
import co.paralleluniverse.asm.tree.analysis.BasicValue;
import co.paralleluniverse.asm.tree.analysis.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a method wait: its frame is saved when a call of it has suspended, and only then. Replaces Quasar's class of
 * the same name, which saves the frame before each call that may suspend. Set-up; one thread.
 *
 * <pre>
 *     Frames f = Frames.current();
 *     if (f.mode != RUNNING) switch (f.enter(method)) { case 1: ...; case i: restore; goto call i; }
 *     ...
 *     variables = receiver and arguments;       // where an argument is an object
 * call i:
 *     result = receiver.method(arguments);
 *     if (f.mode != RUNNING) goto leave i;
 *     ...
 * leave i:
 *     save operands, variables; f.leave(method, i); return 0;
 * </pre>
 *
 * <p>A call that does not suspend thus costs a look at a field. When one has suspended, its result is dropped, and the
 * frame is as before the call but for the receiver and the arguments, which is why those that are objects are kept:
 * adapters of lambdas and bridges between two instrumented methods may unbox them when the call is made again. Numbers
 * among them are 0 then. They may unbox the returned value, too, so that boxes are zero and not null.
 */
final class InstrumentMethod {
    private static final String INSTRUMENTED = "Lco/paralleluniverse/fibers/Instrumented;";

    private final MethodDatabase database;
    private final String className;
    private final MethodNode method;
    private final WaitingCalls calls;

    /** Called by Quasar. */
    InstrumentMethod(final MethodDatabase database, final String sourceName, final String className,
                     final MethodNode method) {
        this.database = database;
        this.className = className;
        this.method = method;
        calls = new WaitingCalls(database, className, method);
    }

    /**
     * Called by Quasar: writes the changed method. One that saves no frame is not marked: where it calls what waits
     * through an interface that does not declare it, it would be started again.
     */
    public void accept(final MethodVisitor out, final boolean isDeclared) throws AnalyzerException {
        if (calls.areAny()) {
            calls.refuse(isDeclared);
            LateObjects.move(className, method, calls, frames());
            final List<SavedFrame> saved = savedFrames();
            if (!saved.isEmpty()) {
                put(saved);
                mark();
            }
        }
        method.accept(out);
    }

    private void mark() {
        if (method.visibleAnnotations == null) {
            method.visibleAnnotations = new ArrayList<>();
        }
        method.visibleAnnotations.add(new AnnotationNode(INSTRUMENTED));
    }

    /** Returns what is in variables and on the operand stack before each instruction; null where it is not reached. */
    private Frame<BasicValue>[] frames() throws AnalyzerException {
        return new FrameTypes(database).analyze(className, method);
    }

    private List<SavedFrame> savedFrames() throws AnalyzerException {
        final Frame<BasicValue>[] frames = frames();
        final LiveVariables live = new LiveVariables(method);
        final List<SavedFrame> saved = new ArrayList<>();
        for (int i = 0; i < frames.length; i++) {
            final AbstractInsnNode instruction = method.instructions.get(i);
            if (frames[i] != null && calls.isWaiting(instruction)) {
                saved.add(new SavedFrame(method, instruction, frames[i], live));
            }
        }
        return saved;
    }

    private void put(final List<SavedFrame> saved) {
        final int variable = method.maxLocals;                // the Frames
        final int id = (className + '.' + method.name + method.desc).hashCode();
        final LabelNode begin = new LabelNode();
        final LabelNode[] restores = new LabelNode[saved.size()];
        final InsnList restore = new InsnList();
        final InsnList leave = new InsnList();
        for (int i = 0; i < restores.length; i++) {
            restores[i] = new LabelNode();
            restore.add(restores[i]);
            saved.get(i).put(variable, id, i, restore, leave);
        }
        final InsnList start = new InsnList();
        start.add(new MethodInsnNode(Opcodes.INVOKESTATIC, SavedFrame.FRAMES, "current",
            "()L" + SavedFrame.FRAMES + ";", false));
        start.add(new VarInsnNode(Opcodes.ASTORE, variable));
        SavedFrame.ask(variable, start);
        start.add(new JumpInsnNode(Opcodes.IFEQ, begin));
        start.add(new VarInsnNode(Opcodes.ALOAD, variable));
        start.add(new LdcInsnNode(id));
        start.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, SavedFrame.FRAMES, "enter", "(I)I", false));
        start.add(new TableSwitchInsnNode(0, restores.length - 1, restores[0], restores));
        start.add(restore);
        start.add(begin);
        method.instructions.insert(start);
        method.instructions.add(leave);
    }
}
