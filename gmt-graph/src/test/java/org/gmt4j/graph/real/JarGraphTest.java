package org.gmt4j.graph.real;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarGraphTest {
    /** What the jar holds; the class around it is not in there. */
    private static final class Shop {
        private final Till till = new Till();

        long sell(final Goods goods) {
            return till.add(goods.price());
        }
    }

    private static final class Till {
        private long sum;

        Till() {
        }

        long add(final long price) {
            sum += price;
            return sum;
        }
    }

    private record Goods(long price) {
    }

    @TempDir
    private Path folder;

    @Test
    void shouldGraphTheClassesOfAJar() throws IOException {
        final EdgeSource graph = RealGraphs.classesOf(List.of(jar()));
        assertEquals(Set.of("Shop > Till", "Shop > Goods"), named(graph));
        assertEquals(3, graph.vertexCount().getAsLong());
    }

    @Test
    void shouldGraphTheCallsOfAJar() throws IOException {
        final Set<String> calls = named(RealGraphs.callsOf(List.of(jar())));
        assertTrue(calls.containsAll(Set.of("Shop.sell(LGoods;)J > Till.add(J)J",
            "Shop.sell(LGoods;)J > Goods.price()J", "Shop.<init>()V > Till.<init>()V")), calls::toString);
        assertTrue(calls.stream().noneMatch(call -> call.contains("java/lang/Object.")), calls::toString);
    }

    @Test
    void shouldNameAJarThatCannotBeRead() throws IOException {
        final Path missing = folder.resolve("missing.jar");
        assertEquals("GMT-300 cannot read jar " + missing + ": no such file",
            assertThrows(GraphException.class, () -> RealGraphs.classesOf(List.of(missing))).getMessage());
        final Path foreign = Files.writeString(folder.resolve("foreign.jar"), "not a jar");
        assertEquals(GraphException.UNREADABLE,
            assertThrows(GraphException.class, () -> RealGraphs.classesOf(List.of(foreign))).number());
    }

    private static Set<String> named(final EdgeSource graph) {
        final Set<String> edges = new TreeSet<>();
        graph.forEachEdge(0, 1, batch -> {
            for (int i = 0; i < batch.count(); i++) {
                edges.add((graph.vertexName(batch.source(i)) + " > " + graph.vertexName(batch.target(i)))
                    .replace("org/gmt4j/graph/real/JarGraphTest$", ""));
            }
        });
        return edges;
    }

    private Path jar() throws IOException {
        final Path file = folder.resolve("own.jar");
        try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (final Class<?> type : List.of(Shop.class, Till.class, Goods.class)) {
                zip.putNextEntry(new ZipEntry(type.getName().replace('.', '/') + ".class"));
                zip.write(ClassFileTest.bytesOf(type));
                zip.closeEntry();
            }
        }
        return file;
    }
}
