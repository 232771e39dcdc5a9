package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.AnnotationVisitor;
import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.ClassWriter;
import co.paralleluniverse.asm.Handle;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.AnnotationNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.InvokeDynamicInsnNode;
import co.paralleluniverse.asm.tree.JumpInsnNode;
import co.paralleluniverse.asm.tree.LabelNode;
import co.paralleluniverse.asm.tree.LookupSwitchInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.TableSwitchInsnNode;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.fibers.Undisturbed;
import org.gmt4j.quasar.GivesWay;
import org.gmt4j.quasar.Progress;

/**
 * Puts a {@link Progress point} where methods of a program may loop for long, and marks the class as one that
 * {@link GivesWay gives way}. Set-up; any thread.
 *
 * <p>A point stands before each backward jump, and at the start of a method that calls itself and cannot wait. It takes
 * nothing from the stack and leaves nothing there, so no frame changes. Applied to code that is instrumented already:
 * when a waiting method is entered again, it jumps forward to the call that waits, and so past all points.
 */
final class LoopPoints {
    private static final String GIVES_WAY = "L" + GivesWay.class.getName().replace('.', '/') + ";";
    private static final String UNDISTURBED = "L" + Undisturbed.class.getName().replace('.', '/') + ";";
    private static final String INSTRUMENTED = "Lco/paralleluniverse/fibers/Instrumented;";
    private static final Handle BOOTSTRAP = new Handle(Opcodes.H_INVOKESTATIC,
        Progress.class.getName().replace('.', '/'), "point",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
            + "Ljava/lang/invoke/CallSite;", false);

    private LoopPoints() {
    }

    /** Returns the changed class file, or null when it has its points already, or its version does not permit any. */
    static byte[] put(final byte[] before) {
        final ClassNode node = new ClassNode();
        new ClassReader(before).accept(node, 0);
        if ((node.version & 0xFFFF) < Opcodes.V1_7 || (node.access & Opcodes.ACC_MODULE) != 0 || node.methods.isEmpty()
            || areIn(node)) {
            return null;
        }
        final List<String> except = new ArrayList<>();
        for (final MethodNode method : node.methods) {
            if (isUndisturbed(method)) {
                except.add(method.name + " " + method.desc);
            } else if (!method.name.equals("<clinit>")) {
                putPoints(node, method);
            }
        }
        mark(node, except);
        final ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
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

    /** Visits that take the same monitor would also enter it, because they run on the same thread. */
    private static boolean isUndisturbed(final MethodNode method) {
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0 || has(method.invisibleAnnotations, UNDISTURBED)) {
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
        final List<AbstractInsnNode> jumps = new ArrayList<>();
        boolean callsItself = false;
        for (final AbstractInsnNode instruction : method.instructions.toArray()) {
            if (jumpsBack(method, instruction)) {
                jumps.add(instruction);
            }
            callsItself |= instruction instanceof MethodInsnNode call && call.owner.equals(owner.name)
                && call.name.equals(method.name) && call.desc.equals(method.desc);
        }
        jumps.forEach(jump -> method.instructions.insertBefore(jump, point()));
        if (callsItself && !has(method.visibleAnnotations, INSTRUMENTED)) {
            method.instructions.insert(point());
        }
    }

    private static InvokeDynamicInsnNode point() {
        return new InvokeDynamicInsnNode("point", "()V", BOOTSTRAP);
    }

    private static boolean jumpsBack(final MethodNode method, final AbstractInsnNode instruction) {
        if (instruction instanceof JumpInsnNode jump) {
            return isBefore(method, jump.label, instruction);
        }
        if (instruction instanceof TableSwitchInsnNode table) {
            return isBefore(method, table.dflt, instruction)
                || table.labels.stream().anyMatch(label -> isBefore(method, label, instruction));
        }
        return instruction instanceof LookupSwitchInsnNode lookup && (isBefore(method, lookup.dflt, instruction)
            || lookup.labels.stream().anyMatch(label -> isBefore(method, label, instruction)));
    }

    private static boolean isBefore(final MethodNode method, final LabelNode target,
                                    final AbstractInsnNode instruction) {
        return method.instructions.indexOf(target) < method.instructions.indexOf(instruction);
    }

    private static boolean has(final List<AnnotationNode> annotations, final String descriptor) {
        return annotations != null && annotations.stream().anyMatch(annotation -> annotation.desc.equals(descriptor));
    }
}
