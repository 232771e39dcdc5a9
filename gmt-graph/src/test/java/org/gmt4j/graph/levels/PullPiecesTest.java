package org.gmt4j.graph.levels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The vertices of others come in few pieces, however many nodes these are; none is left out. */
class PullPiecesTest {
    /** Where the pieces begin, that of this node negative. */
    private static List<Long> begins(final PullPieces pieces) {
        final List<Long> begins = new ArrayList<>();
        for (long from = 0; from < pieces.all(); from = pieces.end(from)) {
            begins.add(pieces.isHere(from) ? -from : from);
        }
        return begins;
    }

    @Test
    void shouldNotStopAtNodes() {
        assertEquals(List.of(0L, -300L, 400L), begins(new PullPieces(300, 400, 6400, 1 << 22)));
        assertEquals(List.of(0L, 256L, -300L, 400L, 656L), begins(new PullPieces(300, 400, 800, 256)));
        assertEquals(List.of(0L, 100L), begins(new PullPieces(0, 100, 200, 100)).stream().map(Math::abs).toList());
        assertEquals(List.of(0L, -100L), begins(new PullPieces(100, 200, 200, 100)));
    }

    @Test
    void shouldHaveRoomForTheLongest() {
        assertEquals(6000, new PullPieces(300, 400, 6400, 1 << 22).longest());
        assertEquals(256, new PullPieces(300, 400, 6400, 256).longest());
        assertEquals(0, new PullPieces(0, 400, 400, 256).longest());
        assertEquals(0, new PullPieces(400, 400, 400, 256).longest(), "a node without rows pulls nothing");
    }
}
