package org.gmt4j.engine.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Teams begin with the first who knows of them, and end for good. */
class TeamTableTest {
    private final TeamTable teams = new TeamTable(3);
    private final Team.Key key = new Team.Key(1, 7);

    @Test
    void shouldBeginWithAMessageAndEndWithTheReport() {
        assertNotNull(teams.roundFor(key, 0, 0));
        assertEquals(1, teams.endingCount());
        assertTrue(teams.forget(key));
        assertFalse(teams.forget(key));
        assertEquals(0, teams.endingCount());
    }

    /** The report of the end has overtaken a contribution, an abort: on its way from another node. */
    @Test
    void shouldNotBeginAgainWithALateMessage() {
        assertTrue(teams.abort(key, 2, "on purpose"));
        teams.forget(key);
        assertNull(teams.roundFor(key, 0, 1));
        assertNull(teams.roundFor(key, 5, 0));
        assertFalse(teams.abort(key, 2, "on purpose"));
        assertEquals(0, teams.endingCount());
    }

    @Test
    void shouldKnowTheEndOfATeamThatItHasNotMet() {
        assertFalse(teams.forget(key));
        teams.end(key);
        assertNull(teams.roundFor(key, 0, 0));
        assertNotNull(teams.roundFor(new Team.Key(1, 8), 0, 0));
        assertEquals(1, teams.endingCount());
    }

    @Test
    void shouldRememberSomeEndsOnly() {
        for (int join = 1; join <= 5000; join++) {
            teams.end(new Team.Key(0, join));
        }
        assertNull(teams.roundFor(new Team.Key(0, 5000), 0, 0));
        assertNull(teams.roundFor(new Team.Key(0, 4000), 0, 0));
        assertNotNull(teams.roundFor(new Team.Key(0, 1), 0, 0));
    }
}
