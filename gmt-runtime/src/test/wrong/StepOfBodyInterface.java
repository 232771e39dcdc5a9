// The object of a body is a copy as well, where an interface has the method that is called.
import org.gmt4j.GmtCluster;
import org.gmt4j.IndexBody;
import org.gmt4j.TaskContext;

public class StepOfBodyInterface {
    interface Step extends IndexBody {
        @Override
        default void run(long index, TaskContext ctx) {
            step(index);
        }

        void step(long index);
    }

    static class Total implements Step {
        long sum;

        @Override
        public void step(long index) {
            sum += index;
        }
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> ctx.parFor(1000, 10, new Total()));
        }
    }
}

// run: GMT-700 'this' (StepOfBodyInterface$Step) of the object of class StepOfBodyInterface$Total is changed in
// StepOfBodyInterface$Total.step(StepOfBodyInterface.java:21): field 'sum' is stored. [...]
