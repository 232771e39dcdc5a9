package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PiecesTest {
    @Test
    void shouldJoinPiecesInAnyOrder() {
        final Pieces pieces = new Pieces(5);
        assertTrue(pieces.take(new byte[] {4, 5}, 3, 5));
        assertFalse(pieces.isComplete());
        assertTrue(pieces.take(new byte[] {1, 2, 3}, 0, 5));
        assertTrue(pieces.isComplete());
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, pieces.data());
        assertTrue(new Pieces(0).isComplete());
    }

    /** Tasks of one parent that end side by side at one node: given parts of a loop, for example. */
    @Test
    void shouldKeepResultsOfOneNodeApart() {
        final Join join = new Join(null, false);
        assertNull(join.takePiece(1, 7, new byte[] {1, 2}, 0, 3));
        assertNull(join.takePiece(1, 8, new byte[] {4, 5}, 0, 3));
        assertNull(join.takePiece(2, 7, new byte[] {7, 8}, 0, 3));
        assertArrayEquals(new byte[] {1, 2, 3}, join.takePiece(1, 7, new byte[] {3}, 2, 3));
        assertArrayEquals(new byte[] {7, 8, 9}, join.takePiece(2, 7, new byte[] {9}, 2, 3));
        assertArrayEquals(new byte[] {4, 5, 6}, join.takePiece(1, 8, new byte[] {6}, 2, 3));
    }

    /** As many as would fill a machine, were they believed. */
    @Test
    void shouldNotAllocateWhatIsOnlyAnnounced() {
        final Pieces[] many = new Pieces[10_000];
        for (int i = 0; i < many.length; i++) {
            many[i] = new Pieces(Integer.MAX_VALUE);
            assertTrue(many[i].take(new byte[8], Integer.MAX_VALUE - 8, Integer.MAX_VALUE));
            assertFalse(many[i].isComplete());
        }
    }

    @Test
    void shouldRefusePiecesThatDoNotFit() {
        final Pieces pieces = new Pieces(5);
        assertFalse(pieces.take(new byte[2], 0, 6), "another total");
        assertFalse(pieces.take(new byte[2], 4, 5), "beyond the end");
        assertFalse(pieces.take(new byte[2], -1, 5));
        assertFalse(pieces.take(new byte[6], 0, 5));
        assertTrue(pieces.take(new byte[3], 0, 5));
        assertFalse(pieces.take(new byte[3], 1, 5), "more than is missing");
        assertTrue(pieces.take(new byte[2], 3, 5));
        assertTrue(pieces.isComplete());
    }
}
