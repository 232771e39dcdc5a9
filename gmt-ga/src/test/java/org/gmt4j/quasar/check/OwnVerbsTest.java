package org.gmt4j.quasar.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.Opcodes;
import co.paralleluniverse.asm.Type;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.LocalVariableNode;
import co.paralleluniverse.asm.tree.MethodInsnNode;
import co.paralleluniverse.asm.tree.MethodNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.gmt4j.TaskContext;
import org.gmt4j.ga.GlobalMatrix;
import org.junit.jupiter.api.Test;

/** The check of captured values knows each verb of the runtime that fills an array of its caller. */
class OwnVerbsTest {
    /** The API names the arrays that it fills so. */
    private static final Set<String> FILLED = Set.of("before", "target");
    private static final List<String> PACKAGES = List.of("org/gmt4j", "org/gmt4j/armci", "org/gmt4j/ga");

    private final List<String> unknown = new ArrayList<>();
    private int verbs;

    @Test
    void shouldKnowAllVerbsThatFillArrays() throws Exception {
        for (final Class<?> ofModule : List.of(TaskContext.class, GlobalMatrix.class)) {
            final Path place = Path.of(ofModule.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(place)) {
                lookThrough(place);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())) {
                    lookThrough(jar.getPath("/"));
                }
            }
        }
        assertEquals(List.of(), unknown);
        assertTrue(verbs > 40, () -> verbs + " verbs");
    }

    private void lookThrough(final Path root) throws IOException {
        for (final String folder : PACKAGES) {
            if (Files.isDirectory(root.resolve(folder))) {
                try (Stream<Path> files = Files.list(root.resolve(folder))) {
                    for (final Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                        final ClassNode node = new ClassNode();
                        new ClassReader(Files.readAllBytes(file)).accept(node, ClassReader.SKIP_FRAMES);
                        lookAt(node);
                    }
                }
            }
        }
    }

    private void lookAt(final ClassNode node) {
        for (final MethodNode method : node.methods) {
            if ((node.access & method.access & Opcodes.ACC_PUBLIC) != 0
                && (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) == 0) {
                final int filled = filledArgument(method);
                final MethodInsnNode call = new MethodInsnNode(Opcodes.INVOKEVIRTUAL, node.name, method.name,
                    method.desc, false);
                if (filled > 0 && OwnVerbs.filledArgument(call) != filled) {
                    unknown.add(node.name + "." + method.name + method.desc);
                }
                verbs += filled > 0 ? 1 : 0;
            }
        }
    }

    /** Returns the position of the array that is filled, by the name of the parameter; 0 for none. */
    private static int filledArgument(final MethodNode method) {
        final Type[] types = Type.getArgumentTypes(method.desc);
        int local = 1;
        for (int i = 0; i < types.length; i++) {
            for (final LocalVariableNode variable : method.localVariables) {
                if (variable.index == local && FILLED.contains(variable.name) && types[i].getSort() == Type.ARRAY) {
                    return i + 1;
                }
            }
            local += types[i].getSize();
        }
        return 0;
    }
}
