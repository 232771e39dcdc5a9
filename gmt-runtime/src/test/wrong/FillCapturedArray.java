// The check knows library methods that fill or sort.
import java.util.Arrays;
import org.gmt4j.GmtCluster;

public class FillCapturedArray {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                int[] flags = new int[64];
                ctx.execute(1, c -> Arrays.fill(flags, 1));
                ctx.awaitTasks();
            });
        }
    }
}

// run: GMT-700 captured variable 'flags' (int[]) of the lambda at FillCapturedArray.main(FillCapturedArray.java:10)
// is changed in line 10: Arrays.fill() changes it. A body works on a copy of what it captures, so nobody would ever
// see the change. To add up, use a reduction: long total = ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to
// share data, a global array: counts.addNb(c, index, 1). What only the body itself uses, make in the body.
