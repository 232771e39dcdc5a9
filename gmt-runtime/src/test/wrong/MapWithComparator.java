// A copy of a sorted map would have lost the comparator, and find other keys.
import java.util.Map;
import java.util.TreeMap;
import org.gmt4j.GmtCluster;

public class MapWithComparator {
    public static void main(String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2)) {
            cluster.run(ctx -> {
                Map<String, Integer> cities = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                cities.put("Berlin", 1);
                System.out.println(ctx.callOnAll(c -> "" + cities.get("berlin")));
            });
        }
    }
}

// run: GMT-201 captured variable 'cities' (java.util.TreeMap of 1) of the lambda at
// MapWithComparator.main(MapWithComparator.java:12) cannot travel to another node: it is sorted by a comparator, which
// does not travel, and without it a copy would find other elements. Hand over a plain copy, new LinkedHashMap<>(...),
// and sort that where it is used: new TreeMap<>(comparator), then putAll.
