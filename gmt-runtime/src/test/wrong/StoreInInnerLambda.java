// A lambda inside of the body works on the body's copy.
import java.util.stream.IntStream;
import org.gmt4j.GmtCluster;

public class StoreInInnerLambda {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                int[] seen = new int[100];
                ctx.parFor(10, 1, (i, c) -> IntStream.range(0, 10).forEach(j -> seen[(int) i * 10 + j] = j));
                System.out.println(seen[99]);
            });
        }
    }
}

// run: GMT-700 captured variable 'seen' (int[]) of the lambda at StoreInInnerLambda.main(StoreInInnerLambda.java:10)
// is changed in line 10: an element is stored. A body works on a copy of what it captures, so nobody would ever see
// the change. To add up, use a reduction: long total = ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share
// data, a global array: counts.addNb(c, index, 1). What only the body itself uses, make in the body.
