// A method reference captures its object, here one behind an interface.
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;

public class MethodReferenceOfCapturedObject {
    interface Sink extends Transferable {
        void add(long more, TaskContext ctx);
    }

    static class Total implements Sink {
        long value;

        public void add(long more, TaskContext ctx) {
            value += more;
        }
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                Sink sink = new Total();
                ctx.parFor(1000, 10, sink::add);
            });
        }
    }
}

// run: GMT-700 'this' (MethodReferenceOfCapturedObject$Total) of [...] is changed in
// MethodReferenceOfCapturedObject$Total.add(MethodReferenceOfCapturedObject.java:15): field 'value' is stored. [...]
