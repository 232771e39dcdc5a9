package org.gmt4j.graph.real;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.gmt4j.graph.GraphException;

/** The class files of some jars, those for the lowest Java version; of classes with one name the first counts. */
final class JarFiles implements ClassPathSource {
    private final List<Path> jars;

    JarFiles(final List<Path> jars) {
        this.jars = List.copyOf(jars);
    }

    @Override
    public String prefix() {
        return "jar";
    }

    @Override
    public String fingerprint() {
        return jars.stream().map(Fingerprint::of).collect(Collectors.joining(";"));
    }

    @Override
    public void forEachClass(final Consumer<ClassFile> visitor) {
        final Set<String> seen = new HashSet<>();
        for (final Path jar : jars) {
            if (!Files.isRegularFile(jar)) {
                throw new GraphException(GraphException.UNREADABLE, "cannot read jar " + jar + ": no such file");
            }
            try (JarFile file = new JarFile(jar.toFile(), false)) {
                visit(file, seen, visitor);
            } catch (final IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
                throw GraphException.unreadable(jar, e);
            }
        }
    }

    private static void visit(final JarFile jar, final Set<String> seen, final Consumer<ClassFile> visitor)
        throws IOException {
        final List<JarEntry> entries = jar.stream().filter(JarFiles::isClass)
            .sorted(Comparator.comparing(JarEntry::getName)).collect(Collectors.toList());
        for (final JarEntry entry : entries) {
            if (seen.add(entry.getName())) {
                try (InputStream in = jar.getInputStream(entry)) {
                    visitor.accept(ClassFile.parse(in.readAllBytes()));
                }
            }
        }
    }

    private static boolean isClass(final JarEntry entry) {
        final String name = entry.getName();
        return name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("module-info.class");
    }
}
