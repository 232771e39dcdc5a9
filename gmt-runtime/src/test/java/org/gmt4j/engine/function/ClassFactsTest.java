package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of class files between the clusters of a JVM, and how their texts are read. */
class ClassFactsTest {
    @Test
    void shouldReadEachClassFileOnce() {
        final OtherBuild build = OtherBuild.reading("original");
        final byte[] first = description(build.program());
        final int read = build.filesRead();

        assertTrue(read > 0, "no file was read");
        assertArrayEquals(first, description(build.program()));
        assertEquals(read, build.filesRead());
    }

    @Test
    void shouldTellClassesOfOneNameApart() {
        final ClassFacts one = ClassFacts.of(OtherBuild.reading("replaced").program());

        assertNotEquals(one.fingerprint(), ClassFacts.of(ComparedProgram.class).fingerprint());
        assertEquals(one.fingerprint(), ClassFacts.of(OtherBuild.reading("replaced").program()).fingerprint());
    }

    /** Class files have a form of UTF-8 of their own for zero and for characters beyond 16 bits. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "", "\u00fcber\u4e2d", "a\u0000b", "\ud835\udcb3", "\ufffd", "\ud835 alone"})
    void shouldReadTextsAsClassFilesWriteThem(final String text) throws IOException {
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(file)) {
            out.writeLong(0);
            out.writeShort(2);
            out.writeByte(ConstantPool.UTF8);
            out.writeUTF(text);
        }

        assertEquals(text, new ConstantPool(file.toByteArray()).text(1));
    }

    private static byte[] description(final Class<?> type) {
        return TestBodies.registryOf(type).describe();
    }
}
