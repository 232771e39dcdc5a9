// A body that is a class of its own cannot count in its fields.
import org.gmt4j.GmtCluster;
import org.gmt4j.IndexBody;
import org.gmt4j.TaskContext;

public class FieldOfBody {
    static final class Count implements IndexBody {
        private long value;

        @Override
        public void run(long index, TaskContext ctx) {
            value += index;
        }
    }

    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            Count count = new Count();
            cluster.run(ctx -> ctx.parFor(1000, 10, count));
            System.out.println(count.value);
        }
    }
}

// run: GMT-700 'this' (FieldOfBody$Count) of the object of class FieldOfBody$Count is changed in
// FieldOfBody$Count.run(FieldOfBody.java:12): field 'value' is stored. A body works on a copy of what it captures, so
// nobody would ever see the change. To add up, use a reduction: long total = ctx.sum(n, chunk, (i, c) -> ...), or
// ctx.reduce(...); to share data, a global array: counts.addNb(c, index, 1). What only the body itself uses, make in
// the body, or in a transient field.
