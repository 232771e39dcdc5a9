package org.gmt4j.engine.function;

import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.ClassWriter;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** Loads {@link ComparedProgram} a second time, with other bytes, as if from another build. */
final class OtherBuild extends ClassLoader {
    private final UnaryOperator<byte[]> change;
    private int filesRead;

    private OtherBuild(final UnaryOperator<byte[]> change) {
        super(OtherBuild.class.getClassLoader());
        this.change = change;
    }

    /** Each "original" in it reads otherwise. */
    static OtherBuild reading(final String replacement) {
        return new OtherBuild(bytes -> new String(bytes, StandardCharsets.ISO_8859_1)
            .replace("original", replacement).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** As from a compiler that was told {@code -g:none}. */
    static OtherBuild withoutDebugInformation() {
        return new OtherBuild(bytes -> {
            final ClassWriter stripped = new ClassWriter(0);
            new ClassReader(bytes).accept(stripped, ClassReader.SKIP_DEBUG);
            return stripped.toByteArray();
        });
    }

    Class<?> program() {
        try {
            return loadClass(ComparedProgram.class.getName(), false);
        } catch (final ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(ComparedProgram.class.getName())) {
            return super.loadClass(name, resolve);
        }
        final Class<?> loaded = findLoadedClass(name);
        final byte[] bytes = changed(name);
        return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    public InputStream getResourceAsStream(final String name) {
        if (!name.startsWith(ComparedProgram.class.getName().replace('.', '/'))) {
            return super.getResourceAsStream(name);
        }
        filesRead++;
        return new ByteArrayInputStream(changed(name.replace('/', '.').replace(".class", "")));
    }

    /** How many class files somebody has asked for. */
    int filesRead() {
        return filesRead;
    }

    private byte[] changed(final String name) {
        try {
            return change.apply(ClassFile.bytesOf(Class.forName(name)));
        } catch (final ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
