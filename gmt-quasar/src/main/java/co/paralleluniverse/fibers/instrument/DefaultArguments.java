package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.fibers.instrument.MethodDatabase.SuspendableType;
import java.util.Arrays;

/**
 * Kotlin's static methods {@code NAME$default}, which a call goes through that leaves arguments out: they have the
 * parameters of NAME, behind the receiver where it has one, then bits for those that are left out, and an object for
 * the compiler's own use. They carry no marks, and may wait when NAME does. They need no frame: called again with all
 * bits 0, they pass on what they get. Set-up; no state.
 */
final class DefaultArguments {
    private static final String SUFFIX = "$default";
    private static final Type UNUSED = Type.getObjectType("java/lang/Object");

    private DefaultArguments() {
    }

    static boolean mayWait(final MethodDatabase database, final MethodInsnNode call) {
        final Type[] types = Type.getArgumentTypes(call.desc);
        int end = types.length - 1;
        if (call.getOpcode() != Opcodes.INVOKESTATIC || !call.name.endsWith(SUFFIX) || end < 1
            || !types[end].equals(UNUSED)) {
            return false;
        }
        final String name = call.name.substring(0, call.name.length() - SUFFIX.length());
        while (end > 0 && types[end - 1].equals(Type.INT_TYPE)) {       // one for each 32 parameters
            end--;
            if (mayWait(database, call.owner, name, call.desc, Arrays.copyOf(types, end), Opcodes.INVOKESTATIC)
                || end > 0 && types[0].getSort() == Type.OBJECT && mayWait(database, types[0].getInternalName(), name,
                call.desc, Arrays.copyOfRange(types, 1, end), Opcodes.INVOKEVIRTUAL)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayWait(final MethodDatabase database, final String owner, final String name,
                                   final String descriptor, final Type[] arguments, final int opcode) {
        final SuspendableType type = database.isMethodSuspendable(owner, name,
            Type.getMethodDescriptor(Type.getReturnType(descriptor), arguments), opcode);
        return type != null && type != SuspendableType.NON_SUSPENDABLE;
    }
}
