package org.gmt4j.graph.real;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ClassFileTest {
    /** Every kind of instruction whose length varies, and constants of two slots. */
    @SuppressWarnings("unused")
    static final class Sample {
        private static final long BIG = 1L << 40;
        private final ArrayDeque<String>[][] grid = null;

        static int sparse(final String text) {
            switch (text.length()) {
                case 1: return Integer.parseInt(text);
                case 1000: return text.hashCode();
                case 100000: return text.indexOf('x');
                default: return (int) (BIG ^ 0x123456789L);
            }
        }

        static long dense(final int value, final List<String> list) {
            switch (value) {
                case 1: return list.size();
                case 2: return sparse("2");
                case 3: return Math.abs(-3.5 * value) > 1 ? 1 : 0;
                default: return new long[3][4].length;
            }
        }
    }

    @Test
    void shouldFindNameReferencesAndCalls() throws IOException {
        final ClassFile file = ClassFile.parse(bytesOf(Sample.class));
        final String name = "org/gmt4j/graph/real/ClassFileTest$Sample";
        assertEquals(name, file.name());
        assertTrue(file.referencedClasses().containsAll(Set.of(name, "java/lang/Object", "java/lang/Integer",
            "java/util/List")));
        final Set<String> calls = new TreeSet<>();
        file.methods().forEach(method -> method.invoked().forEach(call ->
            calls.add(method.name().substring(name.length() + 1, method.name().indexOf('(')) + " " + call)));
        assertEquals(new TreeSet<>(Set.of(
            "<init> java/lang/Object.<init>()V",
            "sparse java/lang/String.length()I", "sparse java/lang/Integer.parseInt(Ljava/lang/String;)I",
            "sparse java/lang/String.hashCode()I", "sparse java/lang/String.indexOf(I)I",
            "dense java/util/List.size()I", "dense " + name + ".sparse(Ljava/lang/String;)I",
            "dense java/lang/Math.abs(D)D")), calls);
    }

    @Test
    void shouldRefuseOtherFiles() {
        assertThrows(IllegalArgumentException.class, () -> ClassFile.parse(new byte[20]));
        assertThrows(IllegalArgumentException.class, () -> ClassFile.parse(new byte[0]));
    }

    static byte[] bytesOf(final Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream('/' + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }
}
