package org.gmt4j.cli.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Lines of many nodes. */
class NodeOutputTest {

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final NodeOutput output = new NodeOutput(new PrintStream(err, true));

    @Test
    void shouldNotShowAnErrorOfManyNodesForEach() {
        for (int node = 1; node <= 14; node++) {
            output.line(node, "GMT-104 nodes 16-99 did not join");
        }
        output.line(3, "GMT-110 another");
        output.line(4, "user's line");
        output.line(5, "user's line");
        output.end();
        assertEquals("[node 1] GMT-104 nodes 16-99 did not join\n[node 2] GMT-104 nodes 16-99 did not "
            + "join\n[node 3] GMT-110 another\n[node 4] user's line\n[node 5] user's line\n"
            + "12 more nodes say the same: GMT-104\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldShowWhatOneNodeRepeats() {
        for (final int node : new int[] {1, 1, 1, 2, 3, 3, 1}) {
            output.line(node, "GMT-290 poll");
        }
        output.end();
        assertEquals("[node 1] GMT-290 poll\n".repeat(3) + "[node 2] GMT-290 poll\n[node 1] GMT-290 poll\n"
            + "1 more node says the same: GMT-290\n", err.toString(StandardCharsets.UTF_8));
    }
}
