// The same behind an interface of Java's library.
import java.util.function.LongConsumer;
import org.gmt4j.GmtCluster;
import org.gmt4j.Transferable;

public class CapturedObjectBehindJavasInterface {
    static class Total implements LongConsumer, Transferable {
        long value;

        @Override
        public void accept(long more) {
            value += more;
        }
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                LongConsumer sink = new Total();
                ctx.parFor(1000, 10, (i, c) -> sink.accept(i));
            });
        }
    }
}

// run: GMT-700 captured variable 'sink' (java.util.function.LongConsumer) of the lambda at
// CapturedObjectBehindJavasInterface.main(CapturedObjectBehindJavasInterface.java:20) is changed in
// CapturedObjectBehindJavasInterface$Total.accept(CapturedObjectBehindJavasInterface.java:12): field 'value' is
// stored. [...]
