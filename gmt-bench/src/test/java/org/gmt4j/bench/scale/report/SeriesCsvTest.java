package org.gmt4j.bench.scale.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.gmt4j.bench.scale.series.SeriesFixture;
import org.gmt4j.bench.scale.series.SeriesTrial.Rate;
import org.junit.jupiter.api.Test;

class SeriesCsvTest {
    @Test
    void shouldHaveARowForEachSampleAndEachLostTrial() {
        assertEquals(List.of("commit,app,kind,nodes,threads,cores,trial,seed,outcome,rate,unit,sample,value",
            "0123abc,bfs,weak,2,3,2,1,1,ok,bfs,MTEPS,1,1.5",
            "0123abc,bfs,weak,2,3,2,1,1,ok,bfs,MTEPS,2,0.3333333333333333", "0123abc,bfs,weak,2,3,2,2,2,lost,,,,"),
            SeriesCsv.of(new SeriesFixture().point(2, 3).ok(1.5,
                1.0 / 3).lost("killed").build()).lines().toList());
    }

    @Test
    void shouldQuoteWhatNeedsIt() {
        final List<String> lines = SeriesCsv.of(new SeriesFixture().point(1, "a,b", "say \"x\"")
            .ok(new Rate("line\nfeed", "u", new double[] {1})).build()).lines().toList();
        assertEquals("commit,app,kind,nodes,threads,cores,\"a,b\",trial,seed,outcome,rate,unit,sample,value",
            lines.get(0));
        assertEquals("0123abc,bfs,weak,1,1,2,\"say \"\"x\"\"\",1,1,ok,\"line", lines.get(1));
        assertEquals("feed\",u,1,1.0", lines.get(2));
    }

    @Test
    void shouldLeaveSweptValuesEmptyWhereAPointHasNone() {
        final List<String> lines = SeriesCsv.of(new SeriesFixture().point(1, "x", "1").ok(1).point(1, "y", "2")
            .ok(1).build()).lines().toList();
        assertEquals("0123abc,bfs,weak,1,1,2,1,,1,1,ok,bfs,MTEPS,1,1.0", lines.get(1));
        assertEquals("0123abc,bfs,weak,1,1,2,,2,1,1,ok,bfs,MTEPS,1,1.0", lines.get(2));
    }

    @Test
    void shouldHaveNoValueOfAWrongSeries() {
        assertFalse(SeriesCsv.of(new SeriesFixture().point(1).ok(4711).wrong("levels").build()).contains("4711"));
    }
}
