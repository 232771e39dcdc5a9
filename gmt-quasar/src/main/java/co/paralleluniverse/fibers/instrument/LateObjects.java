package co.paralleluniverse.fibers.instrument;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.InsnList;
import co.paralleluniverse.asm.tree.InsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.TypeInsnNode;
import co.paralleluniverse.asm.tree.VarInsnNode;
import co.paralleluniverse.asm.tree.analysis.BasicValue;
import co.paralleluniverse.asm.tree.analysis.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves the making of objects behind the evaluation of the arguments of their constructors where one of these waits: an
 * object without a constructor's run cannot be saved. Set-up; one thread.
 *
 * <pre>
 * new X; dup; arguments; X.init
 * arguments; variables = arguments; new X; dup; variables; X.init
 * </pre>
 *
 * <p>Compilers put what is on the operand stack into variables, and unfinished objects with it, where an argument is a
 * switch with a try: these stores and loads are left out.
 */
final class LateObjects {
    private LateObjects() {
    }

    /** @param frames before each instruction of the method; they are no longer right if anything was moved */
    static void move(final String className, final MethodNode method, final WaitingCalls calls,
                     final Frame<BasicValue>[] frames) {
        final Set<AbstractInsnNode> copies = new LinkedHashSet<>(); // the instructions that copy an unfinished object
        final Map<MethodInsnNode, AbstractInsnNode> constructors = new LinkedHashMap<>();
        LiveVariables live = null;
        for (int i = 0; i < frames.length; i++) {
            final AbstractInsnNode instruction = method.instructions.get(i);
            if (frames[i] == null || !(instruction instanceof MethodInsnNode)
                && !calls.isWaiting(instruction)) {
                continue;
            }
            if (calls.isWaiting(instruction)) {
                for (int k = 0; k < frames[i].getStackSize(); k++) {
                    if (frames[i].getStack(k) instanceof NewValue unfinished) {
                        copies.add(copy(className, method, unfinished));
                    }
                }
                for (int k = 0; k < frames[i].getLocals(); k++) {
                    if (frames[i].getLocal(k) instanceof NewValue unfinished) {
                        live = live == null ? new LiveVariables(method) : live;
                        if (live.isLive(instruction, k)) {
                            copies.add(copy(className, method, unfinished));
                        }
                    }
                }
            } else if (instruction instanceof MethodInsnNode call && call.name.equals("<init>")) {
                final int arguments = Type.getArgumentTypes(call.desc).length;
                if (frames[i].getStack(frames[i].getStackSize() - 1 - arguments) instanceof NewValue unfinished
                    && unfinished.isDupped) {
                    constructors.put(call, unfinished.insn);
                }
            }
        }
        if (copies.isEmpty()) {
            return;
        }
        final List<AbstractInsnNode> moves = moves(className, method, frames, copies);
        final int first = method.maxLocals;
        constructors.forEach((call, copy) -> {
            if (copies.contains(copy)) {
                makeBefore(method, call, first);
            }
        });
        for (final AbstractInsnNode copy : copies) {
            method.instructions.remove(previous(copy));
            method.instructions.remove(copy);
        }
        moves.forEach(method.instructions::remove);
    }

    /** Returns the instructions that move these objects between the operand stack and variables. */
    private static List<AbstractInsnNode> moves(final String className, final MethodNode method,
                                                final Frame<BasicValue>[] frames, final Set<AbstractInsnNode> copies) {
        final List<AbstractInsnNode> moves = new ArrayList<>();
        for (int i = 0; i < frames.length; i++) {
            final AbstractInsnNode instruction = method.instructions.get(i);
            if (frames[i] == null || !(instruction instanceof VarInsnNode move)) {
                continue;
            }
            final Frame<BasicValue> frame = frames[i];
            final BasicValue moved = move.getOpcode() == Opcodes.ASTORE ? frame.getStack(frame.getStackSize() - 1)
                : move.getOpcode() == Opcodes.ALOAD ? frame.getLocal(move.var) : null;
            if (moved instanceof NewValue unfinished && copies.contains(copy(className, method, unfinished))) {
                moves.add(move);
            }
        }
        return moves;
    }

    /** Returns the DUP that belongs to the object: compilers put it right behind NEW. */
    private static AbstractInsnNode copy(final String className, final MethodNode method, final NewValue unfinished) {
        AbstractInsnNode copy = unfinished.insn;
        if (!unfinished.isDupped) {
            do {
                copy = copy.getNext();
            } while (copy != null && copy.getOpcode() < 0);
        }
        if (copy == null || copy.getOpcode() != Opcodes.DUP || previous(copy).getOpcode() != Opcodes.NEW) {
            throw new UnableToInstrumentException("a wait among the arguments of a constructor of "
                + unfinished.getType().getClassName() + ": put the argument into a variable first", className,
                method.name, method.desc);
        }
        return copy;
    }

    private static AbstractInsnNode previous(final AbstractInsnNode instruction) {
        AbstractInsnNode previous = instruction.getPrevious();
        while (previous.getOpcode() < 0) {
            previous = previous.getPrevious();
        }
        return previous;
    }

    private static void makeBefore(final MethodNode method, final MethodInsnNode constructor, final int first) {
        final Arguments arguments = new Arguments(first, List.of(Type.getArgumentTypes(constructor.desc)));
        method.maxLocals = Math.max(method.maxLocals, arguments.end());
        method.maxStack += 2;
        final InsnList made = new InsnList();
        arguments.store(made);
        made.add(new TypeInsnNode(Opcodes.NEW, constructor.owner));
        made.add(new InsnNode(Opcodes.DUP));
        arguments.load(made);
        method.instructions.insertBefore(constructor, made);
    }
}
