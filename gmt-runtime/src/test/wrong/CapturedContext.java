// Every body has a context of its own.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;

public class CapturedContext {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                ctx.parFor(10, 1, (i, c) -> a.addNb(ctx, i, 1));
            });
        }
    }
}

// run: GMT-201 captured variable 'ctx' (org.gmt4j.TaskContext) of the lambda at
// CapturedContext.main(CapturedContext.java:10) cannot travel to another node: a context belongs to one task on one
// node. Use the one that the body is given: its last parameter.
