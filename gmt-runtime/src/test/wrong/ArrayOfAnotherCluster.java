// An array belongs to the cluster that has made it. In another one its number stands for something else.
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;

public class ArrayOfAnotherCluster {
    public static void main(String[] args) {
        try (GmtCluster one = GmtCluster.local(2); GmtCluster other = GmtCluster.local(2)) {
            GlobalLongArray a = one.call(ctx -> GlobalLongArray.of(ctx, 1, 2, 3));
            GlobalLongArray b = other.call(ctx -> GlobalLongArray.of(ctx, 10, 20, 30));
            System.out.println(other.<Long>call(ctx -> a.sum(ctx) + b.sum(ctx)));
        }
    }
}

// run: GMT-394 array #0 (long, length 3, [...]), which the body captures, belongs to another cluster of this JVM. A body uses arrays and other objects of its own cluster: fetch the values in a job of the other one, and capture them
