package org.gmt4j.quasar.check;

import co.paralleluniverse.asm.ClassReader;
import co.paralleluniverse.asm.tree.ClassNode;
import co.paralleluniverse.asm.tree.MethodNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * The program's classes as in their loader's files, read once each. Those of the platform are not examined. One thread.
 */
public final class ClassNodes {
    private final ClassLoader loader;
    private final Map<String, ClassNode> nodes = new HashMap<>();

    /** @param loader finds the class files, or null for the system's */
    public ClassNodes(final ClassLoader loader) {
        this.loader = loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    /** Adds a class, which is then not read from a file. */
    public ClassNodes with(final ClassNode node) {
        nodes.put(node.name, node);
        return this;
    }

    /** Returns the class, or null if its file is not there or it is a class of the platform. */
    public ClassNode find(final String name) {
        if (name == null || name.startsWith("java/") || name.startsWith("jdk/") || name.startsWith("[")) {
            return null;
        }
        if (!nodes.containsKey(name)) {
            nodes.put(name, read(name));
        }
        return nodes.get(name);
    }

    private ClassNode read(final String name) {
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            if (in == null) {
                return null;
            }
            final ClassNode node = new ClassNode();
            new ClassReader(in.readAllBytes()).accept(node, ClassReader.SKIP_FRAMES);
            return node;
        } catch (final IOException | RuntimeException e) {
            return null;        // unreadable files are not judged
        }
    }

    MethodNode method(final String owner, final String name, final String descriptor) {
        final ClassNode holder = holder(owner, name, descriptor);
        return holder == null ? null : own(holder, name, descriptor);
    }

    /**
     * Returns the class or interface whose method a call by this name means: the class itself, one that it extends, or
     * else an interface, rather one in which the method has code; null for none.
     */
    ClassNode holder(final String owner, final String name, final String descriptor) {
        for (ClassNode node = find(owner); node != null; node = find(node.superName)) {
            if (own(node, name, descriptor) != null) {
                return node;
            }
        }
        ClassNode found = null;
        for (ClassNode node = find(owner); node != null; node = find(node.superName)) {
            for (final String type : node.interfaces) {
                final ClassNode holder = holder(type, name, descriptor);
                if (holder != null && (found == null || own(holder, name, descriptor).instructions.size() > 0)) {
                    found = holder;
                }
            }
        }
        return found;
    }

    private static MethodNode own(final ClassNode node, final String name, final String descriptor) {
        for (final MethodNode method : node.methods) {
            if (method.name.equals(name) && method.desc.equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    /** Returns whether the class, or one that it extends or implements, is a marked interface. */
    public boolean isBody(final String name) {
        return bodyInterface(name) != null;
    }

    /** Returns the marked interface that a class or interface is or extends, or null. */
    ClassNode bodyInterface(final String name) {
        final ClassNode node = find(name);
        if (node == null) {
            return null;
        }
        if (node.invisibleAnnotations != null && node.invisibleAnnotations.stream()
            .anyMatch(a -> a.desc.equals("Lorg/gmt4j/quasar/Body;"))) {
            return node;
        }
        ClassNode found = bodyInterface(node.superName);
        for (int i = 0; found == null && i < node.interfaces.size(); i++) {
            found = bodyInterface(node.interfaces.get(i));
        }
        return found;
    }
}
