// A change that the check cannot see is refused at its place: captured collections are read-only.
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtCluster;

public class ListChangedOutOfSight {
    interface Collector {
        default void collect(List<Long> to, long value) {
            to.add(value);
        }
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                List<Long> found = new ArrayList<>();
                ctx.parFor(10, 10, (i, c) -> {
                    Collector collector = new Collector() {
                    };
                    collector.collect(found, i);
                });
            });
        }
    }
}

// run: GMT-703 a captured list is a copy, which can only be read where the body runs: nobody would see the change. To
// collect results, return them (ctx.call, ctx.callOnAll), use a reduction (ctx.sum, ctx.reduce) or a global array; to
// work on it, copy it in the body
