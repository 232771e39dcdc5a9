package org.gmt4j.apps.graph.real;

import java.nio.ByteBuffer;

/** Lengths of the JVM's instructions, enough to walk over code. */
final class Opcodes {
    private static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;
    private static final int INVOKEVIRTUAL = 182;
    private static final int INVOKEINTERFACE = 185;
    private static final int WIDE = 196;
    private static final int IINC = 132;

    /** Length of opcode 0, 1, 2, ... 201; 0 where it varies. */
    private static final String LENGTHS =
        "1111111111111111" + "23233" + "22222"                  // constants, loads
        + "1".repeat(28) + "22222" + "1".repeat(73)             // loads by number, stores, stack and arithmetic
        + "3" + "1".repeat(20) + "3".repeat(16) + "2"           // iinc, conversions, branches, ret
        + "00" + "111111" + "3333333" + "55"                    // switches, returns, fields and invokes
        + "323" + "11" + "33" + "11" + "0" + "4" + "33" + "55"; // objects, monitors, wide, arrays, wide branches

    private Opcodes() {
    }

    static boolean isInvoke(final int opcode) {
        return opcode >= INVOKEVIRTUAL && opcode <= INVOKEINTERFACE;
    }

    /** Length of the instruction at {@code p}; switches are aligned relative to {@code codeStart}. */
    static int length(final ByteBuffer code, final int p, final int codeStart) {
        final int opcode = code.get(p) & 0xFF;
        if (opcode >= LENGTHS.length()) {
            throw new IllegalArgumentException("opcode " + opcode);
        }
        final int length = LENGTHS.charAt(opcode) - '0';
        return length > 0 ? length : variableLength(opcode, code, p, codeStart);
    }

    private static int variableLength(final int opcode, final ByteBuffer code, final int p, final int codeStart) {
        final int aligned = p + 4 - (p - codeStart & 3);
        switch (opcode) {
            case TABLESWITCH: return aligned + 12 + 4 * (code.getInt(aligned + 8) - code.getInt(aligned + 4) + 1) - p;
            case LOOKUPSWITCH: return aligned + 8 + 8 * code.getInt(aligned + 4) - p;
            case WIDE: return (code.get(p + 1) & 0xFF) == IINC ? 6 : 4;
            default: throw new IllegalArgumentException("opcode " + opcode);
        }
    }
}
