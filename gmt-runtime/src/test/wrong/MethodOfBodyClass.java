// The object of a body is a copy as well, whichever of its classes has the method that changes it.
import org.gmt4j.GmtCluster;
import org.gmt4j.IndexBody;
import org.gmt4j.TaskContext;

public class MethodOfBodyClass {
    abstract static class Steps implements IndexBody {
        @Override
        public void run(long index, TaskContext ctx) {
            step(index);
        }

        void step(long index) {
        }
    }

    static class Total extends Steps {
        long sum;

        @Override
        void step(long index) {
            sum += index;
        }
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> ctx.parFor(1000, 10, new Total()));
        }
    }
}

// run: GMT-700 'this' (MethodOfBodyClass$Steps) of the object of class MethodOfBodyClass$Total is changed in
// MethodOfBodyClass$Total.step(MethodOfBodyClass.java:22): field 'sum' is stored. [...]
