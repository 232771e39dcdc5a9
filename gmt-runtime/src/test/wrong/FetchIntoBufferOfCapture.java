// A local buffer stands for the array of which it is made.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalDoubleArray;
import org.gmt4j.Patch;
import org.gmt4j.armci.LocalBuffer;

public class FetchIntoBufferOfCapture {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalDoubleArray a = GlobalDoubleArray.allocate(ctx, 100);
                double[] patch = new double[10];
                ctx.parFor(10, 1, (i, c) -> {
                    LocalBuffer local = LocalBuffer.of(patch);
                    a.getPatch(c, Patch.of(10 * i, 10), local, Patch.of(0, 10));
                });
            });
        }
    }
}

// run: GMT-700 captured variable 'patch' (double[]) of the lambda at
// FetchIntoBufferOfCapture.main(FetchIntoBufferOfCapture.java:14) is changed in line 15: GlobalDoubleArray.getPatch()
// changes it. A body works on a copy of what it captures, so nobody would ever see the change. To add up, use a
// reduction: long total = ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share data, a global array:
// counts.addNb(c, index, 1). What only the body itself uses, make in the body.
