package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.tree.AnnotationNode;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.MethodNode;
import java.util.List;

/** Reads {@link org.gmt4j.fibers.TrustedStores}. */
final class Trust {
    private static final String TRUSTED = "Lorg/gmt4j/fibers/TrustedStores;";

    private Trust() {
    }

    static boolean covers(final ClassNode node, final MethodNode method) {
        return isMarked(node.invisibleAnnotations) || isMarked(method.invisibleAnnotations)
            || method.name.contains("lambda$") && isWrittenInTrusted(node, method.name);
    }

    /**
     * Java's compilers name a lambda's method {@code lambda$}, the method around it, and something unique; Kotlin's the
     * other way round.
     */
    private static boolean isWrittenInTrusted(final ClassNode node, final String lambda) {
        final String[] parts = lambda.split("\\$");
        final String around = !parts[0].equals("lambda") ? parts[0] : parts.length < 2 ? "" : switch (parts[1]) {
            case "new" -> "<init>";
            case "static" -> "<clinit>";
            default -> parts[1];
        };
        return node.methods.stream().anyMatch(m -> m.name.equals(around) && isMarked(m.invisibleAnnotations));
    }

    private static boolean isMarked(final List<AnnotationNode> annotations) {
        return annotations != null && annotations.stream().anyMatch(a -> a.desc.equals(TRUSTED));
    }
}
