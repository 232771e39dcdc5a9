package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.AnnotationVisitor;
import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.ClassWriter;
import co.paralleluniverse.asm.Handle;
import co.paralleluniverse.asm.MethodTooLargeException;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.AnnotationNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.FrameNode;
import co.paralleluniverse.asm.tree.IincInsnNode;
import co.paralleluniverse.asm.tree.InsnList;
import co.paralleluniverse.asm.tree.InsnNode;
import co.paralleluniverse.asm.tree.IntInsnNode;
import co.paralleluniverse.asm.tree.InvokeDynamicInsnNode;
import co.paralleluniverse.asm.tree.JumpInsnNode;
import co.paralleluniverse.asm.tree.LabelNode;
import co.paralleluniverse.asm.tree.LookupSwitchInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.TableSwitchInsnNode;
import co.paralleluniverse.asm.tree.VarInsnNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gmt4j.fibers.Undisturbed;
import org.gmt4j.quasar.GivesWay;
import org.gmt4j.quasar.Progress;

/**
 * Puts a {@link Progress point} where methods of a program may loop for long, and marks the class as one that
 * {@link GivesWay gives way}. Set-up; any thread.
 *
 * <p>A point stands at the begin of each loop, that is where something jumps back to, and at the begin of a method that
 * calls itself and cannot wait. In loops only one pass of {@link #PASSES}, or of {@link #PASSES_WITH_CALLS}, reaches
 * the point:
 *
 * <pre>
 * method:  passed = 0                                    a local variable behind all others
 * loop:    passed++; if ((passed &amp; 63) != 0) goto body
 *          point
 * body:    ...                                           a frame like that of the loop's begin
 * </pre>
 *
 * <p>An interpreted point costs a quarter of a microsecond, the count in its place some nanoseconds. In compiled code
 * an empty point, and with it the condition, is removed. Applied to code that is instrumented already: what enters a
 * waiting method again jumps forward, to the call that waits, and so past all points.
 */
final class LoopPoints {
    private static final String GIVES_WAY = "L" + GivesWay.class.getName().replace('.', '/') + ";";
    private static final String UNDISTURBED = "L" + Undisturbed.class.getName().replace('.', '/') + ";";
    private static final String INSTRUMENTED = "Lco/paralleluniverse/fibers/Instrumented;";
    private static final Handle BOOTSTRAP = new Handle(Opcodes.H_INVOKESTATIC,
        Progress.class.getName().replace('.', '/'), "point",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
            + "Ljava/lang/invoke/CallSite;", false);

    /** Iterations to a point: of a loop that calls nothing. A power of two. */
    static final int PASSES = 64;
    /** Of a loop that calls methods, which may take long. */
    static final int PASSES_WITH_CALLS = 8;

    private LoopPoints() {
    }

    /** Returns the changed class file, or null when it has its points already, or its version does not permit any. */
    static byte[] put(final byte[] before) {
        final Set<String> tooLong = new HashSet<>();
        while (true) {
            try {
                return put(before, tooLong);
            } catch (final MethodTooLargeException e) {
                if (!tooLong.add(name(e.getMethodName(), e.getDescriptor()))) {
                    throw e;
                }
            }
        }
    }

    /** @param tooLong methods that cannot have points beside their code */
    private static byte[] put(final byte[] before, final Set<String> tooLong) {
        final ClassNode node = new ClassNode();
        new ClassReader(before).accept(node, ClassReader.EXPAND_FRAMES);
        if ((node.version & 0xFFFF) < Opcodes.V1_7 || (node.access & Opcodes.ACC_MODULE) != 0 || node.methods.isEmpty()
            || areIn(node)) {
            return null;
        }
        final List<String> except = new ArrayList<>();
        for (final MethodNode method : node.methods) {
            final String name = name(method.name, method.desc);
            if (isUndisturbed(method)) {
                except.add(name);
            } else if (!tooLong.contains(name)) {
                putPoints(node, method);
            }
        }
        mark(node, except);
        final ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static String name(final String method, final String descriptor) {
        return method + " " + descriptor;
    }

    /** Returns whether the step was applied to the class. */
    static boolean areIn(final ClassNode node) {
        return has(node.visibleAnnotations, GIVES_WAY);
    }

    private static void mark(final ClassNode node, final List<String> except) {
        final AnnotationVisitor mark = node.visitAnnotation(GIVES_WAY, true);
        if (!except.isEmpty()) {
            final AnnotationVisitor names = mark.visitArray("except");
            except.forEach(name -> names.visit(null, name));
            names.visitEnd();
        }
        mark.visitEnd();
    }

    /**
     * Visits that take the same monitor would also enter it, because they run on the same thread, and see the class
     * half made in its static initialiser.
     */
    private static boolean isUndisturbed(final MethodNode method) {
        if (method.name.equals("<clinit>") || (method.access & Opcodes.ACC_SYNCHRONIZED) != 0
            || has(method.invisibleAnnotations, UNDISTURBED)) {
            return true;
        }
        for (final AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction.getOpcode() == Opcodes.MONITORENTER) {
                return true;
            }
        }
        return false;
    }

    private static void putPoints(final ClassNode owner, final MethodNode method) {
        final Map<FrameNode, AbstractInsnNode> loops = new LinkedHashMap<>();       // begin and last jump back to it
        boolean callsItself = false;
        for (final AbstractInsnNode instruction : method.instructions.toArray()) {
            for (final LabelNode target : targets(instruction)) {
                if (method.instructions.indexOf(target) < method.instructions.indexOf(instruction)) {
                    loops.put(frameOf(target), instruction);
                }
            }
            callsItself |= instruction instanceof MethodInsnNode call && call.owner.equals(owner.name)
                && call.name.equals(method.name) && call.desc.equals(method.desc);
        }
        if (!loops.isEmpty()) {
            final int passed = method.maxLocals++;
            method.maxStack += 2;
            for (final AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof FrameNode frame) {
                    addCount(frame, passed);
                }
            }
            loops.forEach((begin, last) -> method.instructions.insert(begin, countedPoint(begin, last, passed)));
            final InsnList start = new InsnList();
            start.add(new InsnNode(Opcodes.ICONST_0));
            start.add(new VarInsnNode(Opcodes.ISTORE, passed));
            method.instructions.insert(start);
        }
        if (callsItself && !has(method.visibleAnnotations, INSTRUMENTED)) {
            method.instructions.insert(point());
        }
    }

    private static InvokeDynamicInsnNode point() {
        return new InvokeDynamicInsnNode("point", "()V", BOOTSTRAP);
    }

    private static InsnList countedPoint(final FrameNode begin, final AbstractInsnNode last, final int passed) {
        final LabelNode body = new LabelNode();
        final InsnList code = new InsnList();
        code.add(new IincInsnNode(passed, 1));
        code.add(new VarInsnNode(Opcodes.ILOAD, passed));
        code.add(new IntInsnNode(Opcodes.BIPUSH, (hasCall(begin, last) ? PASSES_WITH_CALLS : PASSES) - 1));
        code.add(new InsnNode(Opcodes.IAND));
        code.add(new JumpInsnNode(Opcodes.IFNE, body));
        code.add(point());
        code.add(body);
        code.add((FrameNode) begin.clone(sameLabels(begin)));
        return code;
    }

    /** Whether a loop calls a method, so that an iteration may be long without another loop of the program. */
    private static boolean hasCall(final AbstractInsnNode begin, final AbstractInsnNode last) {
        for (AbstractInsnNode at = begin; at != last; at = at.getNext()) {
            if (at instanceof MethodInsnNode || at instanceof InvokeDynamicInsnNode call && !isPoint(call)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPoint(final InvokeDynamicInsnNode call) {
        return call.bsm.equals(BOOTSTRAP);
    }

    private static List<LabelNode> targets(final AbstractInsnNode instruction) {
        if (instruction instanceof JumpInsnNode jump) {
            return List.of(jump.label);
        }
        final List<LabelNode> targets = new ArrayList<>();
        if (instruction instanceof TableSwitchInsnNode table) {
            targets.addAll(table.labels);
            targets.add(table.dflt);
        } else if (instruction instanceof LookupSwitchInsnNode lookup) {
            targets.addAll(lookup.labels);
            targets.add(lookup.dflt);
        }
        return targets;
    }

    /** The frame of a label that something jumps to: each has one. */
    private static FrameNode frameOf(final LabelNode target) {
        AbstractInsnNode at = target;
        while (!(at instanceof FrameNode)) {
            at = at.getNext();
        }
        return (FrameNode) at;
    }

    /** Adds the count to a frame, behind all other variables. */
    private static void addCount(final FrameNode frame, final int passed) {
        final List<Object> locals = new ArrayList<>(frame.local);
        int used = 0;
        for (final Object local : locals) {
            used += Opcodes.LONG.equals(local) || Opcodes.DOUBLE.equals(local) ? 2 : 1;
        }
        for (; used < passed; used++) {
            locals.add(Opcodes.TOP);
        }
        locals.add(Opcodes.INTEGER);
        frame.local = locals;
    }

    /** Labels of a frame that a copy shares with it: where its objects were made. */
    private static Map<LabelNode, LabelNode> sameLabels(final FrameNode frame) {
        final Map<LabelNode, LabelNode> labels = new HashMap<>();
        for (final List<Object> types : List.of(frame.local, frame.stack)) {
            for (final Object type : types) {
                if (type instanceof LabelNode label) {
                    labels.put(label, label);
                }
            }
        }
        return labels;
    }

    private static boolean has(final List<AnnotationNode> annotations, final String descriptor) {
        return annotations != null && annotations.stream().anyMatch(annotation -> annotation.desc.equals(descriptor));
    }
}
