package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import java.util.Set;
import java.util.regex.Pattern;

/** Known effects of methods whose code the checks do not read. */
final class KnownCalls {
    /** Flow of the arguments of a call. */
    enum Flow { SAME, COMPUTED, FRESH, PURE, UNKNOWN }

    private static final Set<String> BOXES = Set.of("java/lang/Boolean", "java/lang/Byte", "java/lang/Character",
        "java/lang/Short", "java/lang/Integer", "java/lang/Long", "java/lang/Float", "java/lang/Double",
        "java/lang/Number");
    private static final Set<String> MATHS = Set.of("java/lang/Math", "java/lang/StrictMath", "java/math/BigInteger",
        "java/math/BigDecimal", "java/lang/StringBuilder", "java/lang/String");
    private static final Set<String> CHANGES = Set.of("add", "addAll", "addFirst", "addLast", "put",
        "putAll", "putIfAbsent", "remove", "removeIf", "removeAll", "removeFirst", "removeLast", "retainAll",
        "set", "clear", "sort", "replaceAll", "replace", "merge", "compute",
        "computeIfAbsent", "computeIfPresent", "push", "pop", "poll", "pollFirst", "pollLast",
        "pollFirstEntry", "pollLastEntry", "offer", "offerFirst", "offerLast", "setValue", "addElement", "setElementAt",
        "flip", "or", "and", "xor", "andNot");
    private static final Set<String> ATOMIC_CHANGES = Set.of("set", "lazySet", "setPlain", "setOpaque",
        "setRelease", "getAndSet", "compareAndSet", "weakCompareAndSet", "compareAndExchange", "getAndIncrement",
        "getAndDecrement", "getAndAdd", "incrementAndGet",
        "decrementAndGet", "addAndGet", "getAndUpdate", "updateAndGet", "getAndAccumulate", "accumulateAndGet",
        "add", "increment", "decrement", "accumulate", "reset", "sumThenReset", "getThenReset");
    private static final Set<String> PARTS = Set.of("get", "getOrDefault", "getFirst", "getLast", "iterator",
        "listIterator", "next", "previous", "values", "keySet", "entrySet", "getKey", "getValue", "subList",
        "headMap", "tailMap", "subMap", "first", "last", "peek", "element",
        "firstEntry", "lastEntry", "firstKey", "lastKey", "elementAt");

    private static final Set<String> READS_OF_HANDLES = Set.of("get", "getVolatile", "getOpaque", "getAcquire");
    private static final Pattern INTO_ELEMENTS = Pattern.compile("\\(\\[+(?:[A-Z]|L[^;]+;)I.*");

    private KnownCalls() {
    }

    static Flow flowOf(final MethodInsnNode call) {
        final boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        if (BOXES.contains(call.owner)) {
            return call.name.endsWith("Value") && !isStatic || call.name.equals("valueOf") && isStatic ? Flow.SAME
                : isStatic ? Flow.COMPUTED : Flow.UNKNOWN;
        }
        if (MATHS.contains(call.owner)) {
            return Flow.COMPUTED;
        }
        if (call.owner.equals("java/util/Arrays") && (call.name.startsWith("copyOf") || call.name.equals("asList"))
            || call.name.equals("clone") && call.desc.startsWith("()")) {
            return Flow.FRESH;
        }
        return call.owner.equals("org/gmt4j/NodeLocal") && call.name.equals("get") ? Flow.PURE : Flow.UNKNOWN;
    }

    /** Returns whether the call returns a part of a collection or of its iterator. */
    static boolean givesPart(final MethodInsnNode call) {
        return isCollection(call.owner) && PARTS.contains(call.name);
    }

    static boolean isCollection(final String owner) {
        return owner.startsWith("java/util/") && owner.indexOf('/', "java/util/".length()) < 0
            || owner.startsWith("java/util/concurrent/") && !owner.startsWith("java/util/concurrent/atomic/");
    }

    /**
     * Returns the position of the argument whose content the call changes, or -1; the receiver, where there is one, is
     * 0.
     */
    static int changedArgument(final MethodInsnNode call) {
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            return changedByStatic(call);
        }
        if (call.owner.startsWith("java/util/concurrent/atomic/")) {
            // the field of an updater may be transient, which is the body's own
            return ATOMIC_CHANGES.contains(call.name) && !call.owner.endsWith("FieldUpdater") ? 0 : -1;
        }
        final int filled = filledByPlatform(call);
        return filled >= 0 ? filled
            : isCollection(call.owner) ? CHANGES.contains(call.name) ? 0 : -1 : OwnVerbs.filledArgument(call);
    }

    private static int changedByStatic(final MethodInsnNode call) {
        return switch (call.owner) {
            case "java/lang/System" -> call.name.equals("arraycopy") ? 2 : -1;
            case "java/util/Arrays" -> Set.of("fill", "sort", "parallelSort", "setAll", "parallelSetAll",
                "parallelPrefix")
                .contains(call.name) ? 0 : -1;
            case "java/util/Collections" -> Set.of("sort", "shuffle", "reverse", "addAll", "swap", "fill", "rotate")
                .contains(call.name)
                ? 0 : -1;
            case "java/lang/reflect/Array" -> call.name.startsWith("set") ? 0 : -1;
            default -> -1;
        };
    }

    /** Returns the position of the array that a method of the platform fills or changes, or -1. */
    private static int filledByPlatform(final MethodInsnNode call) {
        if (call.owner.equals("java/lang/invoke/VarHandle")) {
            return INTO_ELEMENTS.matcher(call.desc).matches() && !READS_OF_HANDLES.contains(call.name) ? 1 : -1;
        }
        return switch (call.name) {
            case "nextBytes" -> call.desc.equals("([B)V") ? 1 : -1;
            case "getChars" -> call.owner.startsWith("java/lang/") ? 3 : -1;
            case "read", "readFully", "readNBytes" ->
                call.owner.startsWith("java/io/") && (call.desc.startsWith("([B") || call.desc.startsWith("([C")) ? 1
                    : -1;
            default -> -1;
        };
    }
}
