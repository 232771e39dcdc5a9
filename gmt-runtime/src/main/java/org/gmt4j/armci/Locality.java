package org.gmt4j.armci;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.Placement;
import org.gmt4j.TaskContext;

/**
 * Which nodes share a host, as they have told each other at the start. Hosts are numbered in the order of their first
 * node. Any thread.
 */
public final class Locality {
    private final int nodeId;
    private final int[] hostOf;
    private final List<List<Integer>> members = new ArrayList<>();

    /** @param hosts of the nodes by id; equal names are the same host */
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

    /** That of the node on which a task runs. */
    public static Locality of(final TaskContext ctx) {
        return SyncServices.of(ctx).locality();
    }

    /** Whether a node runs on the same host as this one. */
    public boolean isSameHost(final int node) {
        return hostOf(node) == hostOf[nodeId];
    }

    /** Number of a node's host. */
    public int hostOf(final int node) {
        return hostOf[java.util.Objects.checkIndex(node, hostOf.length)];
    }

    /** Hosts of the job. */
    public int hostCount() {
        return members.size();
    }

    /** Nodes of a host in ascending order. */
    public List<Integer> hostMembers(final int host) {
        return members.get(java.util.Objects.checkIndex(host, members.size()));
    }

    /** Nodes of this host in ascending order, this one included. */
    public List<Integer> hostMembers() {
        return members.get(hostOf[nodeId]);
    }

    /** The node that owns an element. */
    public static int owner(final Placement array, final long index) {
        return array.owner(index);
    }
}
