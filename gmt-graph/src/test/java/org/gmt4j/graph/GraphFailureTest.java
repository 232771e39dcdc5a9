package org.gmt4j.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GraphFailureTest {
    private static RuntimeException circle(final String first, final String second) {
        final RuntimeException one = new RuntimeException(first);
        one.initCause(new RuntimeException(second, one));
        return one;
    }

    /** As a program may have thrown it in one of its bodies. */
    @Test
    void shouldEndWhereCausesFormACircle() {
        final RuntimeException nobodys = circle("a", "b");
        assertSame(nobodys, GraphFailure.of(nobodys));
        assertEquals("GMT-330 nothing to search", GraphFailure.of(circle("a", "GMT-330 nothing to search"))
            .getMessage());
    }
}
