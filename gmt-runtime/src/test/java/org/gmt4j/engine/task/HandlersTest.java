package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.tree.AbstractInsnNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.JumpInsnNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import co.paralleluniverse.asm.tree.TryCatchBlockNode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Handlers of instrumented methods are reached by exceptions only: the first compiler of newer JVMs leaves all others
 * to the interpreter.
 */
class HandlersTest {
    @Test
    void shouldReachHandlersByExceptionsOnly() throws IOException, URISyntaxException {
        final Path classes = Path.of(TaskFiber.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        final Path tests = Path.of(HandlersTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        final List<String> found = new ArrayList<>();
        int seen = 0;
        for (final Path folder : List.of(classes, tests)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (final Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
                    final ClassNode node = new ClassNode();
                    new ClassReader(Files.readAllBytes(file)).accept(node, 0);
                    for (final MethodNode method : node.methods) {
                        if (savesItsFrame(method)) {
                            seen++;
                            inspect(node, method, found);
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), found);
        assertTrue(seen > 100, "instrumented methods: " + seen);
    }

    private static boolean savesItsFrame(final MethodNode method) {
        for (final AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof MethodInsnNode call && call.name.equals("leave")) {
                return true;
            }
        }
        return false;
    }

    private static void inspect(final ClassNode node, final MethodNode method, final List<String> found) {
        final Set<AbstractInsnNode> targets = new HashSet<>();
        for (final AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof JumpInsnNode jump) {
                targets.add(first(jump.label));
            }
        }
        for (final TryCatchBlockNode block : method.tryCatchBlocks) {
            if (targets.contains(first(block.handler)) || fallsThrough(before(block.handler))) {
                found.add(node.name + "." + method.name + ": handler of " + block.type);
            }
        }
    }

    /** The first instruction at or behind a label: labels at one place are one block. */
    private static AbstractInsnNode first(final AbstractInsnNode label) {
        AbstractInsnNode at = label;
        while (at.getOpcode() < 0) {
            at = at.getNext();
        }
        return at;
    }

    private static AbstractInsnNode before(final AbstractInsnNode label) {
        AbstractInsnNode at = label.getPrevious();
        while (at.getOpcode() < 0) {
            at = at.getPrevious();
        }
        return at;
    }

    private static boolean fallsThrough(final AbstractInsnNode last) {
        final int opcode = last.getOpcode();
        return opcode != Opcodes.GOTO && opcode != Opcodes.ATHROW && opcode != Opcodes.TABLESWITCH
            && opcode != Opcodes.LOOKUPSWITCH && (opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN);
    }
}
