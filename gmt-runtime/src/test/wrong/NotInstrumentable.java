// The agent cannot instrument a class: the message gives the reason.
import org.gmt4j.GmtCluster;
import org.gmt4j.GlobalLongArray;

public class NotInstrumentable {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                synchronized (NotInstrumentable.class) {
                    System.out.println(a.get(ctx, 9));
                }
            });
        }
    }
}

// plain: GMT-215 NotInstrumentable.[...]:9 waits in a task, but its class cannot be instrumented for fibers:
// NotInstrumentable.[...](NotInstrumentable.java:10): it waits and is synchronized. Move the synchronized part to a
// method that does not wait, or use a lock-free type
