package org.gmt4j.quasar.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.asm.Label;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.MethodNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The search for lost updates in long methods: a loop around a switch whose cases read the heap and wait. */
class LongMethodTest {
    private static final String OWNER = "Driver";
    private static final int FIRST_LOCAL = 2;
    private static final int LOCAL_COUNT = 30;
    private static final int FIELD_COUNT = 12;
    private static final int SUMS_PER_CASE = 12;

    private final List<String> log = new ArrayList<>();

    @Test
    void shouldTakeStepsInProportionToTheLength() {
        final MethodNode shorter = driver(20, false);
        final MethodNode longer = driver(40, false);
        final Steps few = new Steps(Steps.MOST);
        final Steps many = new Steps(Steps.MOST);
        assertEquals(List.of(), find(shorter, few));
        assertEquals(List.of(), find(longer, many));
        assertEquals(List.of(), log);
        assertTrue(longer.instructions.size() > 2_000, () -> longer.instructions.size() + " instructions");
        assertTrue(many.count() < 3 * few.count(), () -> few.count() + " steps, then " + many.count());
        assertTrue(many.count() < Steps.MOST / 10, () -> many.count() + " steps");
    }

    @Test
    void shouldFindALostUpdateInALongMethod() {
        final List<String> found = find(driver(40, true), new Steps(Steps.MOST));
        assertEquals(1, found.size(), found::toString);
        assertTrue(found.get(0).startsWith("GMT-701 the store to this.total loses updates"), found::toString);
        assertEquals(List.of(), log);
    }

    @Test
    void shouldEndWithoutAFindingAfterTooManySteps() {
        assertEquals(List.of(), find(driver(20, true), new Steps(10_000)));
        assertEquals(List.of("Driver.drive(I)V was not searched for lost updates: more than 10000 steps"), log);
    }

    private List<String> find(final MethodNode method, final Steps steps) {
        final ClassNode node = new ClassNode();
        node.name = OWNER;
        node.superName = "java/lang/Object";
        node.methods.add(method);
        return StaleStores.in(node, method, new ClassNodes(null).with(node), call -> call.name.equals("get"),
            log::add, steps);
    }

    /** @param isLosing whether the last case does {@code total += get(i)} */
    private static MethodNode driver(final int cases, final boolean isLosing) {
        final MethodNode code = new MethodNode(Opcodes.ACC_PUBLIC, "drive", "(I)V", null, null);
        final Label loop = new Label();
        final Label handler = new Label();
        final Label end = new Label();
        final Label[] labels = new Label[cases];
        for (int i = 0; i < cases; i++) {
            labels[i] = new Label();
        }
        final Label begin = new Label();
        code.visitTryCatchBlock(begin, end, handler, "java/lang/RuntimeException");
        for (int local = 0; local < LOCAL_COUNT; local++) {
            code.visitInsn(Opcodes.ICONST_0);
            code.visitVarInsn(Opcodes.ISTORE, FIRST_LOCAL + local);
        }
        code.visitLabel(loop);
        code.visitLabel(begin);
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitTableSwitchInsn(0, cases - 1, end, labels);
        for (int i = 0; i < cases; i++) {
            code.visitLabel(labels[i]);
            putCase(code, i);
            if (isLosing && i == cases - 1) {
                putLostUpdate(code);
            }
            code.visitJumpInsn(Opcodes.GOTO, end);
        }
        code.visitLabel(end);
        code.visitIincInsn(1, 1);
        code.visitJumpInsn(Opcodes.GOTO, loop);
        code.visitLabel(handler);
        code.visitInsn(Opcodes.POP);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(4, FIRST_LOCAL + LOCAL_COUNT);
        return code;
    }

    /** Sums of a field and a variable into another variable, a wait, and a store of what was not read. */
    private static void putCase(final MethodNode code, final int number) {
        for (int i = 0; i < SUMS_PER_CASE; i++) {
            final int sum = number * SUMS_PER_CASE + i;
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, OWNER, "f" + sum % FIELD_COUNT, "I");
            code.visitVarInsn(Opcodes.ILOAD, FIRST_LOCAL + sum * 7 % LOCAL_COUNT);
            code.visitInsn(Opcodes.IADD);
            code.visitVarInsn(Opcodes.ISTORE, FIRST_LOCAL + sum % LOCAL_COUNT);
        }
        putWait(code);
        code.visitInsn(Opcodes.POP);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, "last", "I");
    }

    private static void putLostUpdate(final MethodNode code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Opcodes.DUP);
        code.visitFieldInsn(Opcodes.GETFIELD, OWNER, "total", "I");
        putWait(code);
        code.visitInsn(Opcodes.IADD);
        code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, "total", "I");
    }

    private static void putWait(final MethodNode code) {
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, OWNER, "get", "(I)I", false);
    }
}
