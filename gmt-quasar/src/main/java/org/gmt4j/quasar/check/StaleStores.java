package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.FieldInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.gmt4j.quasar.check.HeapRead.Place;

/**
 * Finds updates that are lost when tasks of a node take turns: a place on the heap is read, the task waits, and a value
 * computed from the old content is stored into the same place: {@code state.v += a.get(c, i)}. Stores of other tasks in
 * between are lost.
 *
 * <p>Reports only places that are certainly the same, on a path through the method that exists. Local variables and
 * objects that the method itself has made are ignored, and so is a value that is stored back unchanged.
 */
public final class StaleStores {
    private final String owner;
    private final MethodNode method;
    private final Lines lines;
    private final List<String> findings = new ArrayList<>();

    private StaleStores(final String owner, final MethodNode method) {
        this.owner = owner;
        this.method = method;
        this.lines = new Lines(method);
    }

    /**
     * Returns a sentence for each such store of the method; empty if there is none, or if the method takes too much
     * work.
     *
     * @param mayWait decides whether a call may wait
     * @param log     receives a line about a method that was not examined to the end
     */
    public static List<String> in(final ClassNode node, final MethodNode method, final ClassNodes classes,
                                  final Predicate<MethodInsnNode> mayWait, final Consumer<String> log) {
        return in(node, method, classes, mayWait, log, new Steps(Steps.MOST));
    }

    static List<String> in(final ClassNode node, final MethodNode method, final ClassNodes classes,
                           final Predicate<MethodInsnNode> mayWait, final Consumer<String> log, final Steps steps) {
        if (!mayLoseAnUpdate(method, mayWait) || Trust.covers(node, method)) {
            return List.of();
        }
        final StaleStores check = new StaleStores(node.name, method);
        try {
            Flow.follow(node.name, method, Map.of(), new CapturedParts(classes), mayWait::test, steps, check::look);
        } catch (final Steps.TooManyException e) {
            log.accept(check + " was not searched for lost updates: " + e.getMessage());
        }
        return check.findings;
    }

    /**
     * Excludes most methods early: there must be a wait, and a store to the heap behind it in the code or in a loop.
     */
    private static boolean mayLoseAnUpdate(final MethodNode method, final Predicate<MethodInsnNode> mayWait) {
        boolean stores = false;
        boolean reads = false;
        boolean waits = false;
        for (final AbstractInsnNode instruction : method.instructions.toArray()) {
            final int opcode = instruction.getOpcode();
            stores |= opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE || opcode == Opcodes.PUTFIELD
                || opcode == Opcodes.PUTSTATIC;
            reads |= opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD || opcode == Opcodes.GETFIELD
                || opcode == Opcodes.GETSTATIC;
            waits = waits || instruction instanceof MethodInsnNode call && mayWait.test(call);
        }
        return stores && reads && waits;
    }

    private void look(final AbstractInsnNode instruction, final FlowFrame frame) {
        final int opcode = instruction.getOpcode();
        if (opcode == Opcodes.PUTFIELD) {
            report(FlowInterpreter.placeOf((FieldInsnNode) instruction, frame.top(1)), frame.top(0), instruction);
        } else if (opcode == Opcodes.PUTSTATIC) {
            final FieldInsnNode field = (FieldInsnNode) instruction;
            report(new Place(field.owner, field.name, null, ""), frame.top(0), instruction);
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            report(FlowInterpreter.placeOf(frame.top(2), frame.top(1)), frame.top(0), instruction);
        }
    }

    private void report(final Place place, final FlowValue value, final AbstractInsnNode store) {
        for (final HeapRead read : value.reads) {
            if (read.isComputed() && read.waitedIn() != null && read.place().equals(place)) {
                findings.add(sentence(read, lines.of(store)));
                return;
            }
        }
    }

    private String sentence(final HeapRead read, final int storeLine) {
        final String source = read.place().source();
        final String at = storeLine == 0 ? "" : " in line " + storeLine;
        return "GMT-701 the store to " + source + at + " loses updates: " + source + " was read"
            + (read.line() == storeLine || read.line() == 0 ? "" : " in line " + read.line()) + " before the wait in "
            + read.waitedIn() + ", so what other tasks store there meanwhile is overwritten. Wait first, "
            + "then read and store: 'var v = " + read.waitedIn()
            + "; " + source + " += v;'. A local variable or a reduction (ctx.sum, ctx.reduce) is safe, "
            + "too; where no other task can reach the place, mark the method with @TrustedStores";
    }

    @Override
    public String toString() {
        return owner + "." + method.name + method.desc;
    }
}
