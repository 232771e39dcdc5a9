package org.gmt4j.bench.simulate.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.gmt4j.apps.flow.FlowPeers;
import org.gmt4j.apps.lj.LjPeers;
import org.gmt4j.apps.nwchem.ReplayPeers;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.bench.job.JsonMaps;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.ga.LuForm;
import org.gmt4j.ga.LuPeers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Patterns of {@code --program run} against what the applications do: each runs with connections on demand and all
 * memory reached by messages, and the rows of its traffic, node by node, are compared with the pattern for as many
 * processes, one on each node.
 *
 * <p>The runtime's own requests look like the application's: node 0 asks all others to work. So node 0 as a client
 * cannot be compared; all other clients, and all servers, are compared both ways. What the pattern says of node 0 is
 * told by what it says of others (flow) or by a stream made here (RandomAccess); LU's has a test of its own. Barriers
 * and sums travel as messages that ask nobody, and connect parents and children of their tree: connections without a
 * client are allowed there, and nowhere else.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunProgramsTest {
    private static final int[] NODES = {2, 3, 4, 6, 8};
    /** Whose requests are the runtime's, too. */
    private static final int STARTER = 0;
    /** As {@code Connections} of the runtime writes them. */
    private static final long ASKED = 1;
    private static final long ANSWERED = 2;

    @TempDir
    private Path folder;

    /** Who was whose client, and who has asked for the connection, row by row; all that the run has reported. */
    private record Traffic(String what, List<List<Long>> requests, List<List<Long>> connections,
                           Map<String, Object> all) {
        int nodes() {
            return requests.size();
        }

        boolean isClient(final int client, final int server) {
            return requests.get(client).get(server) > 0;
        }

        boolean isConnected(final int one, final int other) {
            return connections.get(one).get(other) != 0;
        }
    }

    @SuppressWarnings("unchecked")
    private Traffic run(final String line, final int nodes) throws IOException {
        final CommandLineRun gmt = new CommandLineRun(folder);
        final String all = "run " + line + " -n " + nodes + " --in-process --no-verify --warm-up 0 --trials 1"
            + " --set gmt.armci.shared=off --format json";
        assertEquals(ExitCode.OK, gmt.execute(all), gmt::err);
        final Map<String, Object> result = JsonMaps.read(gmt.out());
        final Map<String, Object> rows = (Map<String, Object>) result.get("traffic");
        final Traffic traffic = new Traffic(all, (List<List<Long>>) rows.get("requests"),
            (List<List<Long>>) rows.get("connections"), result);
        assertEquals(nodes, traffic.nodes());
        return traffic;
    }

    private static ConnectionTable table(final Pattern pattern, final int nodes) {
        final ConnectionTable table = new ConnectionTable(Placement.filled(nodes, 1));
        pattern.run(table);
        return table;
    }

    /** What the runtime may connect: an application that does nothing, and it. */
    private static ConnectionTable runtime(final int nodes) {
        return table(new RuntimePattern(nothing -> { }), nodes);
    }


    /** Compares clients and servers, and then connections, which serve both directions. */
    private static void assertTied(final Pattern pattern, final Traffic found) {
        final int nodes = found.nodes();
        final ConnectionTable expected = table(pattern, nodes);
        for (int client = 0; client < nodes; client++) {
            for (int server = 0; server < nodes; server++) {
                final String pair = found.what() + ": " + client + " -> " + server + ", " + pattern;
                if (expected.isConnected(client, server)) {
                    assertTrue(found.isClient(client, server), () -> pair + " is missing");
                } else if (client != STARTER) {
                    assertTrue(!found.isClient(client, server), () -> pair + " is not in the pattern");
                }
            }
        }
        assertConnected(expected, found);
    }

    private static void assertConnected(final ConnectionTable expected, final Traffic found) {
        final ConnectionTable runtime = runtime(found.nodes());
        for (int one = 0; one < found.nodes(); one++) {
            for (int other = 0; other < one; other++) {
                final String pair = found.what() + ": " + one + " and " + other;
                final boolean isNeeded = expected.isConnected(one, other) || expected.isConnected(other, one);
                if (isNeeded || other == 0) {
                    assertTrue(found.isConnected(one, other), () -> pair + " have no connection");
                } else if (!runtime.isConnected(one, other)) {
                    assertTrue(!found.isConnected(one, other), () -> pair + " have a connection");
                }
                if (!runtime.isConnected(one, other)) {
                    assertEquals(found.isConnected(one, other), found.isClient(one, other)
                        || found.isClient(other, one), pair + ": a connection has a client");
                }
                if (found.isConnected(one, other)) {
                    assertEquals(ASKED + ANSWERED, found.connections().get(one).get(other)
                        + found.connections().get(other).get(one), pair + ": one has asked");
                }
            }
        }
    }

    /** All pairs of a table and of the runtime, both directions. */
    private static void assertNothingElse(final Pattern pattern, final Traffic found) {
        final ConnectionTable all = table(new RuntimePattern(pattern), found.nodes());
        for (int one = 0; one < found.nodes(); one++) {
            for (int other = 0; other < found.nodes(); other++) {
                assertEquals(all.isConnected(one, other) || all.isConnected(other, one), found.isConnected(one, other),
                    found.what() + ": " + one + " and " + other + ", " + pattern);
            }
        }
    }

    /** Many blocks, and so few that some nodes are idle before others, or have none. */
    @ParameterizedTest
    @EnumSource(LuForm.class)
    void shouldConnectAsLuDoes(final LuForm form) throws IOException {
        final String name = form.name().toLowerCase(Locale.ROOT).replace('_', '-');
        for (final int nodes : NODES) {
            for (final int size : new int[] {70, 25, 15, 10, 5}) {
                final Pattern pattern = new LuRunPattern(LuPeers.of(size, 5, nodes), form);
                final Traffic found = run("lu -g " + size + " -b 5 --form " + name, nodes);
                assertTied(pattern, found);
                assertNothingElse(pattern, found);
            }
        }
    }

    /** The last grid leaves nodes without columns. */
    @ParameterizedTest
    @ValueSource(strings = {"12x10x3", "30x4x2", "5x1x2", "2x3x2"})
    void shouldConnectAsFlowDoes(final String grid) throws IOException {
        final int[] sides = Arrays.stream(grid.split("x")).mapToInt(Integer::parseInt).toArray();
        for (final int nodes : NODES) {
            final Pattern pattern = new FlowRunPattern(FlowPeers.of(sides[0], sides[1], sides[2], nodes));
            final ConnectionTable table = table(pattern, nodes);
            for (int other = 0; other < nodes; other++) {
                assertEquals(table.isConnected(other, STARTER), table.isConnected(STARTER, other), "sides are mutual");
            }
            final Traffic found = run("flow --minutes 0.2 --grid " + grid, nodes);
            assertTied(pattern, found);
            assertNothingElse(pattern, found);
        }
    }

    /** A large table connects all; of 2 to 128 words it is seen whom each node touches: the stream begins sparsely. */
    @ParameterizedTest
    @ValueSource(strings = {"xor", "vector", "add"})
    void shouldConnectAsRandomAccessDoes(final String way) throws IOException {
        for (final int nodes : NODES) {
            final RandomAccessRunPattern many = new RandomAccessRunPattern(10, 3, Long.MAX_VALUE);
            assertEquals(nodes * (nodes - 1), Arrays.stream(table(many, nodes).serversOfClients()).sum());
            assertTied(many, run("randomaccess -g 10 --tasks 3 --way " + way, nodes));
            for (final int log2 : new int[] {1, 5, 6, 7}) {
                assertEquals(touchedByStarter(log2, nodes), servers(table(new RandomAccessRunPattern(log2, 1,
                    Long.MAX_VALUE), nodes), STARTER), log2 + " of " + nodes);
                assertTied(new RandomAccessRunPattern(log2, 1, Long.MAX_VALUE),
                    run("randomaccess --tasks 1 -g " + log2 + " --way " + way, nodes));
            }
        }
    }

    /** Whose words the first node's share of the benchmark's stream names, which begins with 1. */
    private static Set<Integer> touchedByStarter(final int log2, final int nodes) {
        final long size = 1L << log2;
        final long updates = (4 * size + nodes - 1) / nodes;
        final Set<Integer> owners = new TreeSet<>();
        long word = 1;
        for (long update = 0; update < updates; update++) {
            word = word << 1 ^ (word < 0 ? 7 : 0);
            owners.add((int) ((word & size - 1) * nodes / size));
        }
        owners.remove(STARTER);
        return owners;
    }

    private static Set<Integer> servers(final ConnectionTable table, final int client) {
        final Set<Integer> servers = new TreeSet<>();
        for (int server = 0; server < table.placement().processes(); server++) {
            if (server != client && table.isConnected(client, server)) {
                servers.add(server);
            }
        }
        return servers;
    }

    /** Sorting connects each node with all that own a block; of one block only its owner and those of sums are sure. */
    @Test
    void shouldConnectAsLennardJonesDoes() throws IOException {
        for (final int nodes : NODES) {
            final LjPeers many = LjPeers.of(128, 16, 1, nodes);
            final Pattern all = table -> certain(many, table);
            assertEquals(nodes * (nodes - 1), Arrays.stream(table(all, nodes).serversOfClients()).sum());
            assertTied(all, run("lj --particles 128 --block-size 16 --steps 1", nodes));
            final LjPeers one = LjPeers.of(128, 128, 1, nodes);
            final Traffic found = run("lj --particles 128 --block-size 128 --steps 1", nodes);
            final ConnectionTable sure = table(table -> certain(one, table), nodes);
            final ConnectionTable possible = table(table -> possible(one, table), nodes);
            for (int client = 0; client < nodes; client++) {
                for (int server = 0; server < nodes; server++) {
                    final String pair = found.what() + ": " + client + " -> " + server;
                    assertTrue(!sure.isConnected(client, server) || found.isClient(client, server), pair);
                    assertTrue(!found.isClient(client, server) || possible.isConnected(client, server)
                        || client == STARTER, pair);
                }
            }
        }
    }

    private static void certain(final LjPeers peers, final ConnectionTable table) {
        for (int client = 0; client < table.placement().processes(); client++) {
            final int from = client;
            peers.visitCertain(owner -> table.touchProcess(from, owner));
        }
    }

    /** Whoever draws all tasks. */
    private static void possible(final LjPeers peers, final ConnectionTable table) {
        certain(peers, table);
        for (int client = 0; client < table.placement().processes(); client++) {
            final int from = client;
            peers.visitSort(client, owner -> table.touchProcess(from, owner));
            for (long task = 0; task < peers.tasks(); task++) {
                peers.visitTask(task, owner -> table.touchProcess(from, owner));
            }
        }
    }

    /** A node that draws no task asks the counter alone; one that draws one uses the owners of that task's patches. */
    @Test
    void shouldConnectAsNwchemDoes() throws IOException {
        for (final int nodes : NODES) {
            long drawn = 0;
            for (int tasks = 1; tasks <= 2 * nodes; tasks += nodes) {
                final ReplayPeers peers = ReplayPeers.of(tasks, 360, 1, nodes);
                final Traffic found = run("nwchem --basis 360 --streams 1 --compute-us 20000 --seed 1 --tasks " + tasks,
                    nodes);
                for (int client = STARTER + 1; client < nodes; client++) {
                    final List<Set<Integer>> expected = explanations(peers, tasks, drawn(found, client), client);
                    assertTrue(expected.contains(servers(found, client)), found.what() + ": " + client + " uses "
                        + servers(found, client) + ", expected one of " + expected);
                    drawn += drawn(found, client);
                }
            }
            assertTrue(drawn > 0, "node 0 has drawn all tasks of " + nodes + " nodes");
            assertAllUsed(run("nwchem --basis 60 --streams 1 --compute-us 100 --tasks 400", nodes));
        }
    }

    private static void assertAllUsed(final Traffic all) {
        int busy = 0;
        for (int client = 0; client < all.nodes(); client++) {
            final boolean isBusy = drawn(all, client) >= 10;
            busy += isBusy ? 1 : 0;
            for (int server = 0; server < all.nodes() && isBusy; server++) {
                assertEquals(client != server, all.isClient(client, server), all.what());
            }
        }
        assertTrue(busy > 0, all.what());
    }

    @SuppressWarnings("unchecked")
    private static long drawn(final Traffic found, final int node) {
        return ((List<Long>) found.all().get("tasksOfNode")).get(node);
    }

    private static Set<Integer> servers(final Traffic found, final int client) {
        final Set<Integer> servers = new TreeSet<>();
        for (int server = 0; server < found.nodes(); server++) {
            if (found.isClient(client, server)) {
                servers.add(server);
            }
        }
        return servers;
    }

    /** All sets of servers that a client may have that draws so many of one or two tasks. */
    private static List<Set<Integer>> explanations(final ReplayPeers peers, final int tasks, final long drawn,
                                                   final int client) {
        final List<Set<Integer>> sets = new ArrayList<>();
        for (int choice = 0; choice < 1 << tasks; choice++) {
            if (Integer.bitCount(choice) == drawn) {
                final Set<Integer> servers = new TreeSet<>();
                for (int task = 0; task < tasks; task++) {
                    if ((choice >> task & 1) != 0) {
                        peers.visitTask(task, (first, last) -> IntStream.rangeClosed(first, last)
                            .forEach(servers::add));
                    }
                }
                servers.add(STARTER);      // the counter is there
                servers.remove(client);
                sets.add(servers);
            }
        }
        return sets;
    }
}
