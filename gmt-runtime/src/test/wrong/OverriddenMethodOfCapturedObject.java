// The instrumentation step knows the declared class of a captured object; the run knows the object's own.
import org.gmt4j.GmtCluster;
import org.gmt4j.Transferable;

public class OverriddenMethodOfCapturedObject {
    static class Sink implements Transferable {
        void add(long more) {
        }
    }

    static class Total extends Sink {
        long value;

        @Override
        void add(long more) {
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

// run: GMT-700 captured variable 'sink' (OverriddenMethodOfCapturedObject$Sink) of the lambda at
// OverriddenMethodOfCapturedObject.main(OverriddenMethodOfCapturedObject.java:24) is changed in
// OverriddenMethodOfCapturedObject$Total.add(OverriddenMethodOfCapturedObject.java:16): field 'value' is stored. [...]
