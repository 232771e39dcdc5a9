package org.gmt4j.graph.real;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.graph.GraphException;

/** The class files of the running JDK, through its {@code jrt:/} file system. */
final class JdkImage implements ClassPathSource {
    @Override
    public String prefix() {
        return "jdk";
    }

    @Override
    public String fingerprint() {
        return Runtime.version() + "-" + Integer.toHexString(System.getProperty("java.home").hashCode());
    }

    @Override
    public void forEachClass(final Consumer<ClassFile> visitor) {
        final Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        try {
            for (final Path file : classFiles(modules)) {
                visitor.accept(ClassFile.parse(Files.readAllBytes(file)));
            }
        } catch (final IOException e) {
            throw GraphException.unreadable("jrt:" + modules, e);
        }
    }

    private static List<Path> classFiles(final Path modules) throws IOException {
        try (Stream<Path> files = Files.walk(modules)) {
            return files.filter(file -> file.toString().endsWith(".class") && !file.endsWith("module-info.class"))
                .sorted().collect(Collectors.toList());
        }
    }
}
