package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.FieldInsnNode;
import co.paralleluniverse.asm.tree.InsnList;
import co.paralleluniverse.asm.tree.InsnNode;
import co.paralleluniverse.asm.tree.InvokeDynamicInsnNode;
import co.paralleluniverse.asm.tree.JumpInsnNode;
import co.paralleluniverse.asm.tree.LabelNode;
import co.paralleluniverse.asm.tree.LdcInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.TypeInsnNode;
import co.paralleluniverse.asm.tree.VarInsnNode;
import co.paralleluniverse.asm.tree.analysis.BasicValue;
import co.paralleluniverse.asm.tree.analysis.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The code that saves and restores the frame of a method at one of its calls. Set-up; one thread. */
final class SavedFrame {
    static final String FRAMES = "co/paralleluniverse/fibers/Frames";
    private static final Type OBJECT = Type.getObjectType("java/lang/Object");
    private static final Map<String, Type> BOXES = Map.of("java/lang/Boolean", Type.BOOLEAN_TYPE, "java/lang/Byte",
        Type.BYTE_TYPE, "java/lang/Short", Type.SHORT_TYPE, "java/lang/Character", Type.CHAR_TYPE, "java/lang/Integer",
        Type.INT_TYPE, "java/lang/Long", Type.LONG_TYPE, "java/lang/Float", Type.FLOAT_TYPE, "java/lang/Double",
        Type.DOUBLE_TYPE);

    /** A variable that is saved. */
    private record Variable(int index, Type type) {
    }

    private final MethodNode method;
    private final AbstractInsnNode call;
    /** Of the receiver and the arguments. */
    private final List<Type> arguments = new ArrayList<>();
    /** What is below these on the operand stack. */
    private final List<Type> operands = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final Type result;

    /** @param frame before the call */
    SavedFrame(final MethodNode method, final AbstractInsnNode call, final Frame<BasicValue> frame,
               final LiveVariables live) {
        this.method = method;
        this.call = call;
        final String descriptor = call instanceof MethodInsnNode m ? m.desc : ((InvokeDynamicInsnNode) call).desc;
        result = Type.getReturnType(descriptor);
        if (call instanceof MethodInsnNode m && m.getOpcode() != Opcodes.INVOKESTATIC) {
            // its own type and not the owner's: a protected method needs that
            final Type receiver = frame.getStack(frame.getStackSize() - 1 - Type.getArgumentTypes(descriptor).length)
                .getType();
            arguments.add(isNull(receiver) ? Type.getObjectType(m.owner) : receiver);
        }
        Collections.addAll(arguments, Type.getArgumentTypes(descriptor));
        for (int i = 0; i < frame.getStackSize() - arguments.size(); i++) {
            operands.add(frame.getStack(i).getType());
        }
        for (int i = 0; i < frame.getLocals(); i++) {
            final Type type = frame.getLocal(i).getType();
            if (type != null && live.isLive(call, i)) {
                variables.add(new Variable(i, type));
            }
        }
    }

    /**
     * Changes the call, and adds the code elsewhere in the method.
     *
     * @param frames   the variable with the frames of the coroutine
     * @param methodId of the method
     * @param number   of the call in the method
     * @param restore  receives the code that restores the frame and jumps to the call
     * @param leave    receives the code that saves the frame and returns
     */
    void put(final int frames, final int methodId, final int number, final InsnList restore, final InsnList leave) {
        final LabelNode again = new LabelNode();
        final LabelNode left = new LabelNode();
        final List<Variable> kept = new ArrayList<>(variables);
        final InsnList before = new InsnList();
        final boolean hasObjects = arguments.stream().anyMatch(SavedFrame::isObject);
        final Arguments held = new Arguments(frames + 1, arguments);
        if (hasObjects) {
            held.store(before);
            before.add(again);
            held.load(before);
            for (int i = 0; i < arguments.size(); i++) {
                if (isObject(arguments.get(i))) {
                    kept.add(new Variable(held.variable(i), arguments.get(i)));
                }
            }
        } else {
            before.add(again);
        }
        method.instructions.insertBefore(call, before);
        final InsnList behind = new InsnList();
        ask(frames, behind);
        behind.add(new JumpInsnNode(Opcodes.IFNE, left));
        method.instructions.insert(call, behind);

        restore(frames, kept, restore);
        for (int i = 0; i < arguments.size(); i++) {
            if (!isObject(arguments.get(i))) {
                restore.add(new InsnNode(zero(arguments.get(i))));
                if (hasObjects) {
                    restore.add(new VarInsnNode(arguments.get(i).getOpcode(Opcodes.ISTORE), held.variable(i)));
                }
            }
        }
        restore.add(new JumpInsnNode(Opcodes.GOTO, again));

        leave.add(left);
        save(frames, kept, leave);
        leave.add(new VarInsnNode(Opcodes.ALOAD, frames));
        leave.add(new LdcInsnNode(methodId));
        leave.add(new LdcInsnNode(number));
        leave.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, FRAMES, "leave", "(II)V", false));
        leaveMethod(leave);
    }

    /** Puts what the methods do on the operand stack: zero when they run. */
    static void ask(final int frames, final InsnList code) {
        code.add(new VarInsnNode(Opcodes.ALOAD, frames));
        code.add(new FieldInsnNode(Opcodes.GETFIELD, FRAMES, "mode", "I"));
    }

    private void save(final int frames, final List<Variable> kept, final InsnList code) {
        if (result.getSize() > 0) {
            code.add(new InsnNode(result.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
        }
        for (int i = operands.size() - 1; i >= 0; i--) {
            if (isNull(operands.get(i))) {
                code.add(new InsnNode(Opcodes.POP));
            } else {
                push(frames, operands.get(i), code);
            }
        }
        for (final Variable variable : kept) {
            if (!isNull(variable.type)) {
                code.add(new VarInsnNode(variable.type.getOpcode(Opcodes.ILOAD), variable.index));
                push(frames, variable.type, code);
            }
        }
    }

    private static void push(final int frames, final Type type, final InsnList code) {
        code.add(new VarInsnNode(Opcodes.ALOAD, frames));
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, FRAMES, "push", "(" + saved(type) + "L" + FRAMES + ";)V",
            false));
    }

    private void restore(final int frames, final List<Variable> kept, final InsnList code) {
        for (int i = kept.size() - 1; i >= 0; i--) {
            pop(frames, kept.get(i).type, code);
            code.add(new VarInsnNode(kept.get(i).type.getOpcode(Opcodes.ISTORE), kept.get(i).index));
        }
        for (final Type operand : operands) {
            pop(frames, operand, code);
        }
    }

    private static void pop(final int frames, final Type type, final InsnList code) {
        if (isNull(type)) {
            code.add(new InsnNode(Opcodes.ACONST_NULL));
            return;
        }
        final Type saved = saved(type);
        final String name = switch (saved.getSort()) {
            case Type.INT -> "popInt";
            case Type.FLOAT -> "popFloat";
            case Type.LONG -> "popLong";
            case Type.DOUBLE -> "popDouble";
            default -> "popObject";
        };
        code.add(new VarInsnNode(Opcodes.ALOAD, frames));
        code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, FRAMES, name, "()" + saved, false));
        if (isObject(type) && !type.equals(OBJECT)) {
            code.add(new TypeInsnNode(Opcodes.CHECKCAST, type.getInternalName()));
        }
    }

    private void leaveMethod(final InsnList code) {
        final Type returned = Type.getReturnType(method.desc);
        if (returned.getSort() != Type.VOID) {
            final Type boxed = BOXES.get(isObject(returned) ? returned.getInternalName() : "");
            code.add(new InsnNode(zero(boxed == null ? returned : boxed)));
            if (boxed != null) {
                code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, returned.getInternalName(), "valueOf",
                    "(" + boxed + ")" + returned, false));
            }
        }
        code.add(new InsnNode(returned.getOpcode(Opcodes.IRETURN)));
    }

    /** Returns whether a method that leaves returns null for a result of this type. */
    static boolean mayBeNullWhenLeft(final Type returned) {
        return isObject(returned) && !BOXES.containsKey(returned.getInternalName());
    }

    private static Type saved(final Type type) {
        return switch (type.getSort()) {
            case Type.OBJECT, Type.ARRAY -> OBJECT;
            case Type.LONG, Type.FLOAT, Type.DOUBLE -> type;
            default -> Type.INT_TYPE;
        };
    }

    private static int zero(final Type type) {
        return switch (type.getSort()) {
            case Type.OBJECT, Type.ARRAY -> Opcodes.ACONST_NULL;
            case Type.LONG -> Opcodes.LCONST_0;
            case Type.FLOAT -> Opcodes.FCONST_0;
            case Type.DOUBLE -> Opcodes.DCONST_0;
            default -> Opcodes.ICONST_0;
        };
    }

    private static boolean isObject(final Type type) {
        return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
    }

    /** Returns whether a value can only be null: as a type it has no class. */
    private static boolean isNull(final Type type) {
        return type.getSort() == Type.OBJECT && type.getInternalName().equals("null");
    }
}
