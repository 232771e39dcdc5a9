package org.gmt4j.apps;

import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.Coroutine;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.gmt4j.GmtCluster;
import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.apps.bfs.BfsApp;
import org.gmt4j.graph.csr.CsrGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each jar has the licence of what is in it. */
class LicencesTest {
    private static String read(final Class<?> place, final String name) throws IOException {
        final URL source = place.getProtectionDomain().getCodeSource().getLocation();
        final URL url = source.getPath().endsWith(".jar") ? URI.create("jar:" + source + "!/META-INF/" + name).toURL()
            : URI.create(source + "META-INF/" + name).toURL();
        try (InputStream in = url.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Coroutine.class, Aggregator.class, GmtCluster.class, CsrGraph.class, BfsApp.class})
    void shouldComeWithTheLicence(final Class<?> place) throws IOException {
        assertTrue(read(place, "LICENSE").contains("Apache License")
            && read(place, "LICENSE").contains("END OF TERMS AND CONDITIONS"));
        assertTrue(read(place, "NOTICE").contains("quasar-core 0.8.0"));
    }

    @ParameterizedTest
    @CsvSource({"EPL-1.0.txt,Eclipse Public License - v 1.0", "LGPL-3.0.txt,GNU LESSER GENERAL PUBLIC LICENSE",
        "GPL-3.0.txt,GNU GENERAL PUBLIC LICENSE", "ASM-BSD-3-Clause.txt,'INRIA, France Telecom'"})
    void shouldComeWithTheLicencesOfQuasarAndAsm(final String file, final String words) throws IOException {
        assertTrue(read(Coroutine.class, "licenses/" + file).contains(words));
    }
}
