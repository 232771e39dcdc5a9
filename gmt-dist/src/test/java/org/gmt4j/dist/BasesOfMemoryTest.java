package org.gmt4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.memory.ArrayOrMemory;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Unchecked accesses have a base that the compiler knows to be null, or not to be: {@link ArrayOrMemory} says why.
 * Looks through the classes of all modules.
 */
final class BasesOfMemoryTest {
    private static final Set<String> ACCESSES = Set.of("org/agrona/UnsafeApi", "sun/misc/Unsafe",
        "jdk/internal/misc/Unsafe");
    private static final Type OBJECT = Type.getObjectType("java/lang/Object");
    private static final String BOTH = ArrayOrMemory.class.getName().replace('.', '/');

    @Test
    void shouldHaveNoAccessToABaseThatMayBeNull() throws IOException {
        final List<String> found = new ArrayList<>();
        final int[] looked = new int[1];
        for (final Path classes : modules()) {
            try (Stream<Path> files = Files.walk(classes)) {
                files.filter(file -> file.toString().endsWith(".class")).forEach(file -> {
                    looked[0] += look(read(file), found);
                });
            }
        }
        assertEquals(List.of(), found);
        assertTrue(looked[0] > 50, () -> "only " + looked[0] + " accesses have been looked at");
    }

    @Test
    void shouldFindBasesOfUnknownOrigin() throws IOException {
        final List<String> found = new ArrayList<>();
        assertEquals(9, look(own(Accesses.class), found));
        assertEquals(List.of("field", "mayBeNull", "sometimesNull", "target", "unknown"),
            found.stream().map(place -> place.substring(place.lastIndexOf(' ') + 1)).sorted().toList());
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(".."))) {
            return folders.filter(folder -> folder.getFileName().toString().startsWith("gmt-"))
                .map(folder -> folder.resolve("target/classes")).filter(Files::isDirectory).toList();
        }
    }

    private static byte[] read(final Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] own(final Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    /** Returns how many bases it looked at, and adds those that may be null and may not. */
    private static int look(final byte[] bytes, final List<String> found) {
        final ClassReader reader = new ClassReader(bytes);
        if (reader.getClassName().equals(BOTH) || !mentionsAccesses(reader)) {
            return 0;
        }
        final ClassNode type = new ClassNode();
        reader.accept(type, ClassReader.SKIP_FRAMES);
        int looked = 0;
        for (final MethodNode method : type.methods) {
            looked += look(type, method, found);
        }
        return looked;
    }

    private static boolean mentionsAccesses(final ClassReader reader) {
        final char[] room = new char[reader.getMaxStringLength()];
        for (int item = 1; item < reader.getItemCount(); item++) {
            final int at = reader.getItem(item);
            if (at > 0 && reader.readByte(at - 1) == 7 && ACCESSES.contains(reader.readUTF8(at, room))) {
                return true;
            }
        }
        return false;
    }

    private static int look(final ClassNode type, final MethodNode method, final List<String> found) {
        final Frame<SourceValue>[] frames;
        try {
            frames = new Analyzer<>(new Origins()).analyze(type.name, method);
        } catch (final AnalyzerException e) {
            throw new IllegalStateException(type.name + "." + method.name, e);
        }
        int looked = 0;
        int line = 0;
        for (final AbstractInsnNode step : method.instructions) {
            if (step instanceof LineNumberNode) {
                line = ((LineNumberNode) step).line;
            }
            if (step instanceof MethodInsnNode && isAccess((MethodInsnNode) step)) {
                final Frame<SourceValue> frame = frames[method.instructions.indexOf(step)];
                final Type[] arguments = Type.getArgumentTypes(((MethodInsnNode) step).desc);
                for (int i = 0; frame != null && i < arguments.length; i++) {
                    if (arguments[i].equals(OBJECT)) {
                        looked++;
                        if (!isKnown(frame.getStack(frame.getStackSize() - arguments.length + i))) {
                            found.add(type.name + ":" + line + " in " + method.name);
                        }
                    }
                }
            }
        }
        return looked;
    }

    /** References can lie in objects only: the compiler knows that. */
    private static boolean isAccess(final MethodInsnNode call) {
        return ACCESSES.contains(call.owner) && !call.name.contains("Reference")
            && call.name.matches("(get|put|compareAnd|weakCompareAnd|copy|set).*") && !call.name.endsWith("Offset");
    }

    /** Whether a value is null, or is not: the same on all ways to it. */
    private static boolean isKnown(final SourceValue value) {
        return !value.insns.isEmpty()
            && (value.insns.stream().allMatch(step -> step.getOpcode() == Opcodes.ACONST_NULL)
                || value.insns.stream().allMatch(BasesOfMemoryTest::isNeverNull));
    }

    private static boolean isNeverNull(final AbstractInsnNode step) {
        if (step instanceof MethodInsnNode) {
            return ((MethodInsnNode) step).owner.equals("java/util/Objects")
                && ((MethodInsnNode) step).name.equals("requireNonNull");
        }
        return step.getOpcode() == Opcodes.NEWARRAY || step.getOpcode() == Opcodes.NEW;
    }

    /** Follows values through local variables to the instruction that made them. */
    private static final class Origins extends SourceInterpreter {
        Origins() {
            super(Opcodes.ASM9);
        }

        @Override
        public SourceValue copyOperation(final AbstractInsnNode step, final SourceValue value) {
            return value;
        }
    }

    /** Some as they should be, some not. */
    private static final class Accesses {
        private final byte[] array = new byte[8];

        static long address(final long at) {
            return UnsafeApi.getLongVolatile(null, at);
        }

        static long known(final byte[] array, final long at) {
            final Object base = Objects.requireNonNull(array);
            return UnsafeApi.getLong(base, at);
        }

        static byte made() {
            return UnsafeApi.getByte(new byte[1], UnsafeApi.arrayBaseOffset(byte[].class));
        }

        static long unknown(final Object base, final long at) {
            return UnsafeApi.getLong(base, at);
        }

        static long sometimesNull(final byte[] array, final long at) {
            final Object base = array.length > 0 ? Objects.requireNonNull(array) : null;
            return UnsafeApi.getLong(base, at);
        }

        static void target(final Object target, final long from, final long to) {
            UnsafeApi.copyMemory(null, from, target, to, 8);
        }

        static boolean mayBeNull(final Object base, final long at) {
            return UnsafeApi.compareAndSetLong(base, at, 0, 1);
        }

        int field(final long at) {
            return UnsafeApi.getInt(array, at);
        }

        static Object reference(final Object base, final long at) {
            return UnsafeApi.getReference(base, at);
        }
    }
}
