package org.gmt4j.armci;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.Placement;
import org.gmt4j.TaskContext;

/**
 * The hosts of the nodes, as exchanged at the start. Hosts are numbered in the order of their first node. Any thread.
 */
public final class Locality {
    private final int nodeId;
    private final int[] hostOf;
    private final List<List<Integer>> members = new ArrayList<>();

    /** @param hosts host names by node id; nodes with equal names share a host */
    Locality(final int nodeId, final List<String> hosts) {
        this.nodeId = nodeId;
        hostOf = new int[hosts.size()];
        final Map<String, Integer> numbers = new HashMap<>();
        for (int node = 0; node < hostOf.length; node++) {
            final int host = numbers.computeIfAbsent(hosts.get(node), name -> numbers.size());
            hostOf[node] = host;
            if (host == members.size()) {
                members.add(new ArrayList<>());
            }
            members.get(host).add(node);
        }
        members.replaceAll(List::copyOf);
    }

    /** Returns the locality of the node on which a task runs. */
    public static Locality of(final TaskContext ctx) {
        return SyncServices.of(ctx).locality();
    }

    /** Returns whether a node runs on the same host as this one. */
    public boolean isSameHost(final int node) {
        return hostOf(node) == hostOf[nodeId];
    }

    /** Returns the number of a node's host. */
    public int hostOf(final int node) {
        return hostOf[java.util.Objects.checkIndex(node, hostOf.length)];
    }

    /** Returns the number of hosts of the job. */
    public int hostCount() {
        return members.size();
    }

    /** Returns the nodes of a host in ascending order. */
    public List<Integer> hostMembers(final int host) {
        return members.get(java.util.Objects.checkIndex(host, members.size()));
    }

    /** Returns the nodes of this host in ascending order, including this one. */
    public List<Integer> hostMembers() {
        return members.get(hostOf[nodeId]);
    }

    /** Returns the node that owns an element. */
    public static int owner(final Placement array, final long index) {
        return array.owner(index);
    }
}
