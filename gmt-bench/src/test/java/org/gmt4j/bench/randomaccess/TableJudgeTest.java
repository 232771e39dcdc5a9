package org.gmt4j.bench.randomaccess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableJudgeTest {
    private static final TableShape SHAPE = new TableShape(8, 3);
    private final TableJudge judge = new TableJudge(SHAPE, List.of(UpdateWay.XOR, UpdateWay.ADD));

    @Test
    void shouldAcceptWhatOneThreadHas() {
        assertEquals(Optional.empty(), judge.complaint(UpdateWay.XOR, SerialTable.run(SHAPE, true).state()));
        assertEquals(Optional.empty(), judge.complaint(UpdateWay.ADD, SerialTable.run(SHAPE, false).state()));
        assertTrue(judge.mopsOfOneThread(UpdateWay.ADD).orElseThrow() > 0);
    }

    @Test
    void shouldNameEachFault() {
        final TableState right = SerialTable.run(SHAPE, true).state();
        assertComplaint("255 elements instead of 256", UpdateWay.XOR,
            new TableState(255, right.sum(), right.weight(), 0));
        assertComplaint("2 of 256 elements are wrong", UpdateWay.XOR,
            new TableState(256, right.sum(), right.weight(), 2));
        assertComplaint("weighted sum", UpdateWay.XOR, new TableState(256, right.sum(), right.weight() + 1, 0));
        assertComplaint("one thread has", UpdateWay.ADD, right);
    }

    private void assertComplaint(final String text, final UpdateWay way, final TableState state) {
        assertTrue(judge.complaint(way, state).orElseThrow().contains(text), () -> judge.complaint(way, state).get());
    }

    @Test
    void shouldSumWhatAdditionsAddWithoutATable() {
        assertEquals(SerialTable.run(SHAPE, false).state().sum(), SerialTable.sumAfterAdds(SHAPE));
    }
}
