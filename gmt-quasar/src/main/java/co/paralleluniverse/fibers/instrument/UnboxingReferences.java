package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.Handle;
import co.paralleluniverse.asm.Label;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.FrameNode;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.quasar.check.Lines;

/**
 * Lets method references wait whose method returns a type parameter, and whose interface returns a primitive:
 * {@code LongFunction f = box::value} for a {@code Box<Long>}. A method that leaves returns null there, because its
 * descriptor does not tell the box, and the adapter that the JVM makes of a reference would unbox that. So the class
 * gets a method that does what the adapter does, and can wait; the reference is one to this method. Set-up; one thread.
 */
final class UnboxingReferences {
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final String SUSPEND_EXECUTION = "org/gmt4j/fibers/SuspendExecution";
    private static final String SERIALIZED = "java/lang/invoke/SerializedLambda";
    private static final String DESERIALIZE = "$deserializeLambda$";
    private static final String NUMBER = "java/lang/Number";

    private final MethodDatabase database;
    private final ClassNode node;
    /** The methods, by what the JVM is told of the reference. */
    private final Map<String, Handle> made = new HashMap<>();

    UnboxingReferences(final MethodDatabase database, final ClassNode node) {
        this.database = database;
        this.node = node;
    }

    /** Returns whether the class was changed. */
    boolean put() {
        final List<MethodNode> methods = new ArrayList<>(node.methods);
        // last: it makes the references of the other methods anew
        methods.sort((one, other) -> Boolean.compare(one.name.equals(DESERIALIZE), other.name.equals(DESERIALIZE)));
        for (final MethodNode method : methods) {
            for (final AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof InvokeDynamicInsnNode site && unboxes(site)) {
                    replace(method, site);
                }
            }
        }
        return !made.isEmpty();
    }

    private boolean unboxes(final InvokeDynamicInsnNode site) {
        if (!site.bsm.getOwner().equals(FACTORY)) {
            return false;
        }
        final Handle target = (Handle) site.bsmArgs[1];
        final int wanted = ((Type) site.bsmArgs[2]).getReturnType().getSort();
        return wanted != Type.VOID && wanted < Type.ARRAY
            && SavedFrame.mayBeNullWhenLeft(Type.getReturnType(target.getDesc()))
            && Type.getArgumentTypes(site.desc).length <= 1 && opcode(target) != Opcodes.NOP
            && WaitingCalls.isWaiting(database, call(target));
    }

    private int opcode(final Handle target) {
        return switch (target.getTag()) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            case Opcodes.H_INVOKESPECIAL -> target.getOwner().equals(node.name) ? Opcodes.INVOKESPECIAL : Opcodes.NOP;
            default -> Opcodes.NOP;
        };
    }

    private MethodInsnNode call(final Handle target) {
        return new MethodInsnNode(opcode(target), target.getOwner(), target.getName(), target.getDesc(),
            target.isInterface());
    }

    private void replace(final MethodNode method, final InvokeDynamicInsnNode site) {
        final String key = site.name + site.desc + site.bsmArgs[0] + site.bsmArgs[1] + site.bsmArgs[2];
        final Handle known = made.get(key);
        final Handle handle = known != null ? known : make(method, site);
        made.put(key, handle);
        site.bsmArgs[1] = handle;
        if (method.name.equals(DESERIALIZE)) {
            makeAnew(method, site);
        }
    }

    private Handle make(final MethodNode around, final InvokeDynamicInsnNode site) {
        final Handle target = (Handle) site.bsmArgs[1];
        final Type result = ((Type) site.bsmArgs[2]).getReturnType();
        final List<Type> parameters = new ArrayList<>();
        if (target.getTag() != Opcodes.H_INVOKESTATIC) {
            final Type[] captured = Type.getArgumentTypes(site.desc);
            parameters.add(captured.length > 0 ? captured[0] : Type.getObjectType(target.getOwner()));
        }
        Collections.addAll(parameters, Type.getArgumentTypes(target.getDesc()));
        final boolean isInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
        final MethodNode method = new MethodNode(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
            nameIn(around), Type.getMethodDescriptor(result, parameters.toArray(new Type[0])), null,
            new String[] {SUSPEND_EXECUTION});
        final int line = new Lines(around).of(site);
        if (line > 0) {
            final Label start = new Label();
            method.visitLabel(start);
            method.visitLineNumber(line, start);
        }
        int local = 0;
        for (final Type parameter : parameters) {
            method.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), local);
            local += parameter.getSize();
        }
        method.instructions.add(call(target));
        unbox(result, method);
        method.visitMaxs(Math.max(local, 2), local);
        node.methods.add(method);
        return new Handle(Opcodes.H_INVOKESTATIC, node.name, method.name, method.desc, isInterface);
    }

    /** As compilers name the methods of lambdas. */
    private String nameIn(final MethodNode around) {
        final String place = switch (around.name) {
            case "<init>" -> "new";
            case "<clinit>" -> "static";
            default -> around.name;
        };
        return "lambda$" + place + "$unboxing" + made.size();
    }

    /** As the adapter does: numbers of any box are converted. */
    private static void unbox(final Type result, final MethodNode method) {
        final String box = switch (result.getSort()) {
            case Type.BOOLEAN -> "java/lang/Boolean";
            case Type.CHAR -> "java/lang/Character";
            default -> NUMBER;
        };
        method.visitTypeInsn(Opcodes.CHECKCAST, box);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, box, result.getClassName() + "Value", "()" + result, false);
        method.visitInsn(result.getOpcode(Opcodes.IRETURN));
    }

    /** The code of the compiler knows the lambda by the name of the method that it referred to. */
    private void makeAnew(final MethodNode method, final InvokeDynamicInsnNode site) {
        final LabelNode next = new LabelNode();
        final InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, SERIALIZED, "getImplMethodName", "()Ljava/lang/String;",
            false));
        code.add(new LdcInsnNode(((Handle) site.bsmArgs[1]).getName()));
        code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, "java/lang/String", "equals", "(Ljava/lang/Object;)Z",
            false));
        code.add(new JumpInsnNode(Opcodes.IFEQ, next));
        for (final Type captured : Type.getArgumentTypes(site.desc)) {
            code.add(new VarInsnNode(Opcodes.ALOAD, 0));
            code.add(new InsnNode(Opcodes.ICONST_0));
            code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, SERIALIZED, "getCapturedArg", "(I)Ljava/lang/Object;",
                false));
            code.add(new TypeInsnNode(Opcodes.CHECKCAST, captured.getInternalName()));
        }
        code.add(new InvokeDynamicInsnNode(site.name, site.desc, site.bsm, site.bsmArgs.clone()));
        code.add(new InsnNode(Opcodes.ARETURN));
        code.add(next);
        code.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        method.instructions.insert(code);
    }
}
