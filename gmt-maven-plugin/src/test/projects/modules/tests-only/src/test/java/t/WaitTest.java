package t;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.junit.jupiter.api.Test;

class WaitTest {
    @Test
    void shouldWaitInATask() {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            assertEquals(7, cluster.<Long>call(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                a.put(ctx, 9, 7);
                return a.get(ctx, 9);
            }));
        }
    }

    @Test
    void shouldKeepWhatArgLineHeld() {
        assertEquals("kept", System.getProperty("of.the.project"));
    }
}
