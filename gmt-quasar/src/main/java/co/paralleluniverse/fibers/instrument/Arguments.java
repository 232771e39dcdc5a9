package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.InsnList;
import co.paralleluniverse.asm.tree.VarInsnNode;
import java.util.List;

/**
 * Variables for the operands of a call, behind all others of the method. All calls of a method may share them: calls
 * within the operands of another are over before those are stored. Set-up; one thread.
 */
final class Arguments {
    private final List<Type> types;
    private final int[] variables;
    private final int end;

    /**
     * @param first the first variable that is free
     * @param types what is on top of the operand stack, the last on top
     */
    Arguments(final int first, final List<Type> types) {
        this.types = types;
        variables = new int[types.size()];
        int next = first;
        for (int i = 0; i < variables.length; i++) {
            variables[i] = next;
            next += types.get(i).getSize();
        }
        end = next;
    }

    void store(final InsnList code) {
        for (int i = variables.length - 1; i >= 0; i--) {
            code.add(new VarInsnNode(types.get(i).getOpcode(Opcodes.ISTORE), variables[i]));
        }
    }

    void load(final InsnList code) {
        for (int i = 0; i < variables.length; i++) {
            code.add(new VarInsnNode(types.get(i).getOpcode(Opcodes.ILOAD), variables[i]));
        }
    }

    /** Returns the first variable behind these. */
    int end() {
        return end;
    }

    int variable(final int i) {
        return variables[i];
    }
}
