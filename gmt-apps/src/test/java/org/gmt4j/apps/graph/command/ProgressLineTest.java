package org.gmt4j.apps.graph.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;

class ProgressLineTest {
    @Test
    void shouldBeSilentWhenDisabledAndAtFirst() {
        final StringWriter text = new StringWriter();
        for (final boolean enabled : new boolean[] {false, true}) {
            final ProgressLine line = new ProgressLine(new PrintWriter(text), enabled);
            line.edgesDone("writing", 5);
            line.end();
        }
        assertEquals("", text.toString());
    }
}
