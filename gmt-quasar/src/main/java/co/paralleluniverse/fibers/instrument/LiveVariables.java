package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.IincInsnNode;
import co.paralleluniverse.asm.tree.InsnList;
import co.paralleluniverse.asm.tree.JumpInsnNode;
import co.paralleluniverse.asm.tree.LabelNode;
import co.paralleluniverse.asm.tree.LookupSwitchInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.TableSwitchInsnNode;
import co.paralleluniverse.asm.tree.TryCatchBlockNode;
import co.paralleluniverse.asm.tree.VarInsnNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The variables of a method that may still be read, before each of its instructions: all others need not be saved, and
 * compilers need not keep them for that. Set-up; one thread.
 */
final class LiveVariables {
    private final InsnList code;
    private final BitSet[] live;
    /** Of each instruction: the handlers of exceptions that it may throw. */
    private final List<List<LabelNode>> handlers = new ArrayList<>();

    LiveVariables(final MethodNode method) {
        code = method.instructions;
        live = new BitSet[code.size()];
        for (int i = 0; i < live.length; i++) {
            live[i] = new BitSet(method.maxLocals);
            handlers.add(List.of());
        }
        for (final TryCatchBlockNode block : method.tryCatchBlocks) {
            for (int i = code.indexOf(block.start); i < code.indexOf(block.end); i++) {
                final List<LabelNode> all = new ArrayList<>(handlers.get(i));
                all.add(block.handler);
                handlers.set(i, all);
            }
        }
        boolean hasChanged = true;
        while (hasChanged) {
            hasChanged = false;
            for (int i = live.length - 1; i >= 0; i--) {
                hasChanged |= update(i);
            }
        }
    }

    /** Returns whether a variable may be read at an instruction or behind it, before it is written. */
    boolean isLive(final AbstractInsnNode instruction, final int variable) {
        return live[code.indexOf(instruction)].get(variable);
    }

    private boolean update(final int at) {
        final AbstractInsnNode instruction = code.get(at);
        final BitSet now = new BitSet();
        addSuccessors(instruction, at, now);
        if (instruction instanceof VarInsnNode access) {
            now.set(access.var, access.getOpcode() < Opcodes.ISTORE);
        } else if (instruction instanceof IincInsnNode access) {
            now.set(access.var);
        }
        for (final LabelNode handler : handlers.get(at)) {
            now.or(live[code.indexOf(handler)]);
        }
        final boolean hasChanged = !now.equals(live[at]);
        live[at] = now;
        return hasChanged;
    }

    private void addSuccessors(final AbstractInsnNode instruction, final int at, final BitSet to) {
        final int opcode = instruction.getOpcode();
        if (instruction instanceof JumpInsnNode jump) {
            to.or(live[code.indexOf(jump.label)]);
        } else if (instruction instanceof TableSwitchInsnNode choice) {
            to.or(live[code.indexOf(choice.dflt)]);
            choice.labels.forEach(label -> to.or(live[code.indexOf(label)]));
        } else if (instruction instanceof LookupSwitchInsnNode choice) {
            to.or(live[code.indexOf(choice.dflt)]);
            choice.labels.forEach(label -> to.or(live[code.indexOf(label)]));
        }
        final boolean goesOn = opcode != Opcodes.GOTO && opcode != Opcodes.ATHROW && opcode != Opcodes.TABLESWITCH
            && opcode != Opcodes.LOOKUPSWITCH && (opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN);
        if (goesOn && at + 1 < live.length) {
            to.or(live[at + 1]);
        }
    }
}
