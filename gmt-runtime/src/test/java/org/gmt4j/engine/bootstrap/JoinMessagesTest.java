package org.gmt4j.engine.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JoinMessagesTest {

    @Test
    void shouldNotListNeighboursOneByOne() {
        assertEquals("nodes 16-99", JoinMessages.nodes(IntStream.range(16, 100).boxed().toList()));
        assertEquals("nodes 0,1,3-5,9", JoinMessages.nodes(List.of(9, 0, 1, 3, 4, 5)));
        assertEquals("node 7", JoinMessages.nodes(List.of(7)));
    }
}
