package org.gmt4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.transport.FragmentConsumer;
import org.gmt4j.aggregation.transport.LinkedTransport;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectBenchmarkTest {
    @Test
    @SuppressWarnings("unchecked")
    void shouldConnectFasterWhenBothSidesCreateAtOnce() throws Exception {
        double best = 9;
        for (int attempt = 0; attempt < 5 && best > 0.75; attempt++) {       // the machine may be busy
            final Map<String, Object> run = BenchCluster.run(new ConnectBenchmark(), 1, false, "--counts", "8",
                "--create-cost", "4ms", "--link-delay", "100us", "--repeats", "3");
            final List<Map<String, Object>> rows = ResultContract.named(run, "connect");
            assertEquals(3, rows.size());
            assertEquals(true, run.get("verified"));
            final Map<String, Object> overlap = (Map<String, Object>) rows.get(2).get("params");
            assertEquals("overlap", overlap.get("mode"));
            assertEquals(7L, overlap.get("connections"));
            assertEquals(28L, ((Map<String, Object>) rows.get(0).get("params")).get("connections"));
            best = Math.min(best, ResultContract.number(rows.get(2), "ofSerial"));
        }
        assertTrue(best <= 0.75, "overlap took " + best + " of serial");
    }

    /** A scaling series tells rates apart by their parameters: what was measured is none. */
    @Test
    void shouldHaveTheSameParametersInEachLaunch() throws Exception {
        final Map<String, Object> run = BenchCluster.run(new ConnectBenchmark(), 1, false, "--counts", "2",
            "--repeats", "2");
        for (final Map<String, Object> row : ResultContract.named(run, "connect")) {
            assertEquals(Set.of("mode", "medium", "nodes", "connections"), ResultContract.params(row).keySet());
            assertTrue(ResultContract.number(row, "totalUs") > 0, row::toString);
        }
    }

    @Test
    void shouldDrawItsResult(@TempDir final Path folder) throws Exception {
        final Path svg = folder.resolve("connect.svg");
        BenchCluster.run(new ConnectBenchmark(), 1, false, "--counts", "2,3", "--repeats", "1",
            "--svg", svg.toString());
        assertTrue(Files.readString(svg).contains("overlap"));
    }

    /** A buffer that arrives with other bytes, one that arrives twice, a connection too many: no time is shown. */
    @ParameterizedTest
    @ValueSource(strings = {"bytes", "twice", "length"})
    void shouldShowNoTimeWhereANodeGotSomethingElse(final String defect, @TempDir final Path folder) throws Exception {
        final Path svg = folder.resolve("connect.svg");
        final Map<String, Object> run = BenchCluster.run(new ConnectBenchmark(transports -> spoilt(transports, defect)),
            1, false, "--counts", "3", "--repeats", "1", "--svg", svg.toString());
        assertEquals(false, run.get("verified"));
        for (final Map<String, Object> row : ResultContract.results(run)) {
            assertFalse(row.containsKey("microseconds") || row.containsKey("totalUs"), row::toString);
        }
        assertFalse(Files.exists(svg));
    }

    /** Node 2 gets something else than was sent. */
    private static TransportFactory spoilt(final TransportFactory transports, final String defect) {
        return (node, nodes) -> {
            final Transport inner = transports.open(node, nodes);
            return (Transport) Proxy.newProxyInstance(inner.getClass().getClassLoader(),
                new Class<?>[] {LinkedTransport.class}, (proxy, method, arguments) -> {
                    if (node == 2 && method.getName().equals("poll")) {
                        final FragmentConsumer consumer = (FragmentConsumer) arguments[1];
                        arguments[1] = (FragmentConsumer) (address, length) -> {
                            if (defect.equals("bytes")) {
                                UnsafeApi.putByte(address, (byte) (UnsafeApi.getByte(address) ^ 1));
                            }
                            return consumer.onFragment(address, defect.equals("length") ? length + 8 : length)
                                && (!defect.equals("twice") || consumer.onFragment(address, length));
                        };
                    }
                    return method.invoke(inner, arguments);
                });
        };
    }

    @Test
    void shouldRefuseNonsense() {
        for (final String[] arguments : new String[][] {{"--counts", "1"}, {"--link-delay", "fast"},
            {"--link-delay", "-1us"}, {"--create-cost", "11000ms"}, {"--repeats", "0"},
            {"--svg", "/no/such/a.svg"}}) {
            assertThrows(CliException.class, () -> BenchCluster.run(new ConnectBenchmark(), 1, false, arguments),
                String.join(" ", arguments));
        }
    }
}
