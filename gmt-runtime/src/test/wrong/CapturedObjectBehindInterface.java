// Behind an interface the check goes by the class of the object that is captured.
import org.gmt4j.GmtCluster;
import org.gmt4j.Transferable;

public class CapturedObjectBehindInterface {
    interface Sink extends Transferable {
        void add(long more);
    }

    static class Total implements Sink {
        long value;

        public void add(long more) {
            value += more;
        }
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                Sink sink = new Total();
                ctx.parFor(1000, 10, (i, c) -> sink.add(i));
            });
        }
    }
}

// run: GMT-700 captured variable 'sink' (CapturedObjectBehindInterface$Sink) of the lambda at
// CapturedObjectBehindInterface.main(CapturedObjectBehindInterface.java:22) is changed in
// CapturedObjectBehindInterface$Total.add(CapturedObjectBehindInterface.java:14): field 'value' is stored. A body
// works on a copy of what it captures, so nobody would ever see the change. To add up, use a reduction: long total =
// ctx.sum(n, chunk, (i, c) -> ...), or ctx.reduce(...); to share data, a global array: counts.addNb(c, index, 1).
// What only the body itself uses, make in the body.
