package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import java.util.List;

/**
 * The runtime's verbs that write into an array of the caller, and the objects through which they reach it: tiles, local
 * buffers and the platform's buffers. Known by their names, because the verbs of all arrays, maps and matrices follow
 * one pattern: {@code get}, {@code fetch...}, {@code compareAnd...}, {@code swap...} and {@code gather} fill their last
 * array or buffer, {@code readIncrementNb} its first, all others only read it. No state.
 */
final class OwnVerbs {
    private static final String API = "org/gmt4j/";
    private static final String LOCAL_BUFFER = API + "armci/LocalBuffer";
    private static final String TILE = API + "ga/Tile";
    private static final String AGGREGATED = API + "armci/AggregatedHandle";
    private static final String PLATFORM_BUFFERS = "java/nio/";
    private static final List<String> VERB_PACKAGES = List.of(API, API + "armci/", API + "ga/",
        PLATFORM_BUFFERS);
    /** Fills the ghosts of its matrix; its array says from where. */
    private static final String READS_DIRECTIONS = "fetchGhosts";
    /** Of a matrix: the last array is the place of the element. */
    private static final String READS_TICKET = "readIncrementNb";
    private static final int ARRAY_OF_TICKET = 3;
    private static final List<String> FILLING = List.of("get", "fetch", "compareAnd", "swap", "gather");

    private OwnVerbs() {
    }

    /** Returns the position of the array or buffer that the call fills, or -1; the receiver is 0. */
    static int filledArgument(final MethodInsnNode call) {
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            return -1;
        }
        if (isBuffer(call.owner) && (call.name.startsWith("put") || call.name.equals("fill")
            || call.name.equals("compact")) || call.owner.equals(AGGREGATED) && call.name.equals("get")) {
            return 0;
        }
        if (call.name.equals(READS_TICKET) && hasVerbs(call.owner)) {
            return ARRAY_OF_TICKET;
        }
        return hasVerbs(call.owner) && FILLING.stream().anyMatch(call.name::startsWith)
            && !call.name.equals(READS_DIRECTIONS) ? lastFillable(call) : -1;
    }

    private static boolean hasVerbs(final String owner) {
        return VERB_PACKAGES.contains(owner.substring(0, owner.lastIndexOf('/') + 1));
    }

    private static int lastFillable(final MethodInsnNode call) {
        final Type[] types = Type.getArgumentTypes(call.desc);
        for (int i = types.length - 1; i >= 0; i--) {
            if (isFillable(types[i])) {
                return i + 1;
            }
        }
        return -1;
    }

    /** Arrays of arrays and of objects are subscripts and descriptions. */
    private static boolean isFillable(final Type type) {
        return type.getSort() == Type.ARRAY
            ? type.getDimensions() == 1 && type.getElementType().getSort() < Type.ARRAY
            : type.getSort() == Type.OBJECT && isBuffer(type.getInternalName());
    }

    private static boolean isBuffer(final String owner) {
        return owner.equals(LOCAL_BUFFER) || owner.equals(TILE)
            || owner.startsWith(PLATFORM_BUFFERS) && owner.endsWith("Buffer");
    }

    /**
     * Returns the position of the argument that the result of the call stands for, or -1: the array of a tile or
     * buffer, or the tile of which it is another view.
     */
    static int viewedArgument(final MethodInsnNode call) {
        if (call.name.equals("aggregate") && call.desc.endsWith(")L" + AGGREGATED + ";")) {
            return 1;
        }
        if (!isBuffer(call.owner) || Type.getReturnType(call.desc).getSort() < Type.ARRAY) {
            return -1;
        }
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            final Type[] types = Type.getArgumentTypes(call.desc);
            return types.length > 0 && isFillable(types[0]) ? 0 : -1;
        }
        return call.name.equals("asReadOnlyBuffer") ? -1 : 0;
    }
}
