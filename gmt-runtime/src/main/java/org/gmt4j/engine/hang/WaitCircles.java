package org.gmt4j.engine.hang;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Circles of tasks in which each task waits for the next one. Only certain relations are edges: from a mutex to its
 * holder; from a wait for tasks to these tasks; from a collective to the one task of another node that alone can arrive
 * at it. Waits with a deadline are no edges.
 *
 * <p>Nodes are asked one after the other, so their answers may never have been true at once. A wait has a stamp that no
 * other wait of its task has, and a holder that waits keeps its hold. So a circle of the same waits in two surveys, the
 * second begun after the end of the first, was a circle at the moment between them, and remains one
 * ({@link #confirmedBy}). One thread. Set-up.
 */
public final class WaitCircles {
    private static final int MOST = 5;

    private final List<NodeWaits> nodes;
    private final List<WaitEntry> entries = new ArrayList<>();
    private final Map<String, List<WaitEntry>> keepers = new HashMap<>();
    private final List<Circle> circles = new ArrayList<>();

    /** @param needs resource that {@code task} waits for and {@code next} holds */
    record Link(WaitEntry task, String needs, WaitEntry next) {
        private String identity() {
            return task.name() + "@" + task.awaited().stamp() + ">" + needs + ">" + next.name() + "@"
                + next.awaited().stamp();
        }
    }

    /** Links in order; the next task of the last link is that of the first. */
    record Circle(List<Link> links) {
        private Set<String> identity() {
            final Set<String> identity = new HashSet<>();
            links.forEach(link -> identity.add(link.identity()));
            return identity;
        }
    }

    WaitCircles(final List<NodeWaits> nodes) {
        this.nodes = List.copyOf(nodes);
        nodes.forEach(node -> entries.addAll(node.entries()));
        for (final WaitEntry entry : entries) {
            entry.keepsBack().forEach(name -> keepers.computeIfAbsent(name, n -> new ArrayList<>()).add(entry));
        }
        find();
    }

    boolean isEmpty() {
        return circles.isEmpty();
    }

    /** Returns the circles that a later survey has found as well, wait for wait: dead-locks. */
    List<Circle> confirmedBy(final WaitCircles later) {
        final Set<Set<String>> found = new HashSet<>();
        later.circles.forEach(circle -> found.add(circle.identity()));
        return circles.stream().filter(circle -> found.contains(circle.identity())).toList();
    }

    /** Returns the tasks that hold a wanted resource, including those that do not wait themselves. */
    List<WaitEntry> keepersOf(final WaitEntry waiting, final String wanted) {
        return RoundName.of(wanted) == null ? keepers.getOrDefault(wanted, List.of())
            : missing(waiting, RoundName.of(wanted));
    }

    /**
     * Returns the tasks that a round of a collective waits for: those of each node whose only task of the team has not
     * arrived.
     */
    private List<WaitEntry> missing(final WaitEntry waiting, final RoundName round) {
        if (nodes.stream().noneMatch(node -> node.teams().sole().contains(round.team))) {
            return List.of();
        }
        return keepers.getOrDefault(RoundName.member(round.team), List.of()).stream()
            .filter(member -> member.node() != waiting.node() && round.hasMember(member.node())
                && hasNotArrived(member.node(), round)).toList();
    }

    private boolean hasNotArrived(final int nodeId, final RoundName round) {
        return nodes.stream().filter(node -> node.nodeId() == nodeId).flatMap(node -> node.teams().progress().stream())
            .filter(team -> team.team().equals(round.team) && team.group() == round.group)
            .allMatch(team -> team.nextRound() <= round.number);
    }

    /**
     * Returns the nodes of which no task has arrived at the awaited collective; empty for other waits, or when nodes
     * are unknown.
     */
    List<Integer> notArrived(final WaitEntry waiting) {
        final RoundName round = waiting.wants().stream().map(RoundName::of).filter(name -> name != null)
            .findFirst().orElse(null);
        if (round == null || nodes.size() < nodes.get(0).nodeCount()
            || nodes.stream().anyMatch(node -> !node.trouble().isEmpty())) {
            return List.of();
        }
        return nodes.stream().map(NodeWaits::nodeId).filter(node -> round.hasMember(node) && hasNotArrived(node, round))
            .sorted().toList();
    }

    // --- depth first, with its own stack, since chains may be long ---

    private void find() {
        final Set<String> done = new HashSet<>();
        for (final WaitEntry start : entries) {
            if (!done.contains(start.name()) && circles.size() < MOST) {
                search(start, done);
            }
        }
    }

    private void search(final WaitEntry start, final Set<String> done) {
        final List<List<Link>> open = new ArrayList<>();
        final List<Link> path = new ArrayList<>();
        final LinkedHashSet<String> onPath = new LinkedHashSet<>();
        open.add(links(start));
        onPath.add(start.name());
        while (!open.isEmpty()) {
            final List<Link> choices = open.get(open.size() - 1);
            if (choices.isEmpty() || circles.size() >= MOST) {
                open.remove(open.size() - 1);
                final String left = path.isEmpty() ? start.name() : path.remove(path.size() - 1).next.name();
                onPath.remove(left);
                done.add(left);
                continue;
            }
            final Link link = choices.remove(choices.size() - 1);
            if (onPath.contains(link.next.name())) {
                close(path, link);
            } else if (!done.contains(link.next.name())) {
                path.add(link);
                onPath.add(link.next.name());
                open.add(links(link.next));
            }
        }
    }

    private void close(final List<Link> path, final Link last) {
        final List<Link> links = new ArrayList<>();
        int from = path.size();
        while (from > 0 && !(from < path.size() ? path.get(from).task : last.task).name().equals(last.next.name())) {
            from--;
        }
        links.addAll(path.subList(from, path.size()));
        links.add(last);
        circles.add(new Circle(List.copyOf(links)));
    }

    private List<Link> links(final WaitEntry task) {
        final List<Link> links = new ArrayList<>();
        if (task.waitsForOthers()) {
            for (final String wanted : task.wants()) {
                keepersOf(task, wanted).forEach(next -> links.add(new Link(task, wanted, next)));
            }
        }
        return links;
    }

    /** The name of a round: "round:TEAM:GROUP:NUMBER:MEMBERS", members as "0,2" or empty for all nodes. */
    public static final class RoundName {
        private final String team;
        private final long group;
        private final long number;
        private final String members;

        private RoundName(final String[] parts) {
            team = parts[1];
            group = Long.parseLong(parts[2]);
            number = Long.parseLong(parts[3]);
            members = parts[4];
        }

        /** @param members nodes by rank, or null for all */
        public static String text(final String team, final long group, final long number, final int[] members) {
            final StringBuilder nodes = new StringBuilder();
            if (members != null) {
                Arrays.stream(members).forEach(node -> nodes.append(nodes.isEmpty() ? "" : ",").append(node));
            }
            return "round:" + team + ":" + group + ":" + number + ":" + nodes;
        }

        /** Returns the resource that a task holds when its node cannot arrive at collectives of a team without it. */
        public static String member(final String team) {
            return "member:" + team;
        }

        /** Returns null for the name of another resource. */
        private static RoundName of(final String name) {
            final String[] parts = name.split(":", -1);
            return parts.length == 5 && parts[0].equals("round") ? new RoundName(parts) : null;
        }

        private boolean hasMember(final int node) {
            return members.isEmpty() || Arrays.asList(members.split(",")).contains(String.valueOf(node));
        }
    }
}
