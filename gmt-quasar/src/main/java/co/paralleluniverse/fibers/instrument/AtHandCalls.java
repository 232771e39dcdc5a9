package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.InsnList;
import co.paralleluniverse.asm.tree.InsnNode;
import co.paralleluniverse.asm.tree.JumpInsnNode;
import co.paralleluniverse.asm.tree.LabelNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.VarInsnNode;
import java.util.HashMap;
import java.util.Map;
import org.gmt4j.quasar.check.ClassNodes;

/**
 * Lets a method that may wait call without the preparations for a wait where none is possible. Set-up; one thread.
 *
 * <p>A call that may suspend looks up its frames and whether it has suspended, and compilers move nothing past it. Most
 * blocking accesses do not wait, since their element is at hand. So a call {@code x.m(a, b)} for which the
 * class {@code AtHand} of the API has a static {@code m(x, a, b)} becomes
 *
 * <pre>AtHand.canM(x, a) ? AtHand.m(x, a, b) : x.m(a, b)</pre>
 *
 * <p>where {@code canM} takes {@code x}, as its class or one above, and the first of the arguments, as many as it has
 * parameters. Only the last of the three is a call that may wait.
 */
final class AtHandCalls {
    static final String AT_HAND = "org/gmt4j/AtHand";

    private final ClassNodes classes;
    /** By name and descriptor. */
    private final Map<String, MethodNode> plain = new HashMap<>();
    /** By name and first parameter. */
    private final Map<String, MethodNode> tests = new HashMap<>();

    AtHandCalls(final ClassNodes classes) {
        this.classes = classes;
        final ClassNode known = classes.find(AT_HAND);
        if (known != null) {
            for (final MethodNode method : known.methods) {
                if ((method.access & Opcodes.ACC_STATIC) != 0) {
                    if (method.name.startsWith("can")) {
                        tests.put(method.name + Type.getArgumentTypes(method.desc)[0].getInternalName(), method);
                    } else {
                        plain.put(method.name + method.desc, method);
                    }
                }
            }
        }
    }

    /** Returns whether calls of the method were changed. Its frames are no longer right then, nor wanted. */
    boolean put(final MethodNode method) {
        if (plain.isEmpty()) {
            return false;
        }
        final int firstLocal = method.maxLocals;
        boolean isChanged = false;
        for (final AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof MethodInsnNode call && call.getOpcode() == Opcodes.INVOKEVIRTUAL) {
                final MethodNode direct = direct(call);
                final MethodNode test = direct == null ? null : test(call);
                if (test != null) {
                    choose(method, call, direct, test, firstLocal);
                    isChanged = true;
                }
            }
        }
        return isChanged;
    }

    /** Returns the test for a call, or null. */
    private MethodNode test(final MethodInsnNode call) {
        final String name = "can" + Character.toUpperCase(call.name.charAt(0)) + call.name.substring(1);
        String owner = call.owner;
        MethodNode found = null;
        while (owner != null && found == null) {
            found = tests.get(name + owner);
            final ClassNode node = classes.find(owner);
            owner = node == null ? null : node.superName;
        }
        return found;
    }

    /** Returns the method without a wait for a call, or null. */
    private MethodNode direct(final MethodInsnNode call) {
        if (!call.owner.startsWith("org/gmt4j/")) {
            return null;
        }
        String owner = call.owner;
        while (owner != null) {
            final MethodNode found = plain.get(call.name + "(L" + owner + ";" + call.desc.substring(1));
            if (found != null) {
                return found;
            }
            final ClassNode node = classes.find(owner);
            owner = node == null ? null : node.superName;
        }
        return null;
    }

    private static void choose(final MethodNode method, final MethodInsnNode call, final MethodNode direct,
                               final MethodNode test, final int firstLocal) {
        final Type[] arguments = Type.getArgumentTypes(direct.desc);
        final int[] locals = new int[arguments.length];
        int next = firstLocal;
        for (int i = 0; i < arguments.length; i++) {
            locals[i] = next;
            next += arguments[i].getSize();
        }
        method.maxLocals = Math.max(method.maxLocals, next);
        method.maxStack += next - firstLocal;
        final LabelNode waiting = new LabelNode();
        final LabelNode over = new LabelNode();
        final InsnList before = new InsnList();
        for (int i = arguments.length - 1; i >= 0; i--) {
            before.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ISTORE), locals[i]));
        }
        load(before, arguments, locals, Type.getArgumentTypes(test.desc).length);
        before.add(new MethodInsnNode(Opcodes.INVOKESTATIC, AT_HAND, test.name, test.desc, false));
        before.add(new JumpInsnNode(Opcodes.IFEQ, waiting));
        load(before, arguments, locals, arguments.length);
        before.add(new MethodInsnNode(Opcodes.INVOKESTATIC, AT_HAND, direct.name, direct.desc, false));
        before.add(new JumpInsnNode(Opcodes.GOTO, over));
        before.add(waiting);
        load(before, arguments, locals, arguments.length);
        method.instructions.insertBefore(call, before);
        final InsnList behind = new InsnList();
        behind.add(over);
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].getSort() == Type.OBJECT) {      // not to be saved at other calls
                behind.add(new InsnNode(Opcodes.ACONST_NULL));
                behind.add(new VarInsnNode(Opcodes.ASTORE, locals[i]));
            }
        }
        method.instructions.insert(call, behind);
    }

    private static void load(final InsnList code, final Type[] arguments, final int[] locals, final int count) {
        for (int i = 0; i < count; i++) {
            code.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ILOAD), locals[i]));
        }
    }
}
