package org.gmt4j.aggregation.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AeronConfigTest {
    private static final int KB = 1024;

    @ParameterizedTest
    @CsvSource({"1, 1024", "2, 1024", "4, 1024", "8, 256", "16, 128", "64, 128"})
    void shouldShrinkIpcTermsWithTheNumberOfNodes(final int nodeCount, final int termKb) {
        assertEquals(termKb * KB, AeronConfig.ipc("/x").termLengthFor(nodeCount));
    }

    @ParameterizedTest
    @CsvSource({"2, 4096", "4, 2048", "16, 512", "24, 256", "44, 128", "512, 128"})
    void shouldShrinkUdpTermsWithTheNumberOfNodes(final int nodeCount, final int termKb) {
        assertEquals(termKb * KB, AeronConfig.udp("h").termLengthFor(nodeCount));
    }

    @Test
    void shouldKeepLogsWithinTheBudgetAsLongAsTermsCanShrink() {
        for (int nodeCount = 1; nodeCount <= 86; nodeCount++) {
            assertTrue(AeronConfig.udp("h").logBytesFor(nodeCount) <= 128L * KB * KB, "UDP " + nodeCount);
        }
        for (int nodeCount = 1; nodeCount <= 13; nodeCount++) {
            assertTrue(AeronConfig.ipc("/x").logBytesFor(nodeCount) <= 128L * KB * KB, "IPC " + nodeCount);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 24, 86, 1000})
    void shouldKeepFramesAndWindowsWithinWhatAeronTakes(final int nodeCount) {
        final AeronConfig config = AeronConfig.udp("h");
        final int window = config.receiverWindowFor(nodeCount, 208 * KB);
        assertTrue(window >= config.mtuLengthFor(nodeCount) && window <= config.termLengthFor(nodeCount) / 2,
            "" + window);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 64, 1000})
    void shouldTakeBuffersOfNearlySixteenKilobytesAtLeast(final int nodeCount) {
        for (final AeronConfig config : new AeronConfig[] {AeronConfig.ipc("/x"), AeronConfig.udp("h")}) {
            final int length = config.maxPayloadLengthFor(nodeCount);
            assertTrue(length >= 16 * KB - 32 && length % 8 == 0 && length <= 65472, "" + length);
        }
    }

    @Test
    void shouldLimitPayloadToOneFrame() {
        assertEquals(8928 - 32, AeronConfig.udp("h").withMtuLength(8928).maxPayloadLengthFor(2));
    }

    @Test
    void shouldShareTheSocketBufferAmongSenders() {
        final AeronConfig config = AeronConfig.udp("h");
        assertEquals(2048 * KB, config.receiverWindowFor(2, 4096 * KB));
        assertEquals(1024 * KB, config.receiverWindowFor(5, 4096 * KB));
        assertEquals(256 * KB, config.withTermLength(512 * KB).receiverWindowFor(100, 4096 * KB));
        assertEquals(208 * KB, config.receiverWindowFor(2, 208 * KB));
    }

    @Test
    void shouldRefuseSettingsOutOfRange() {
        final AeronConfig config = AeronConfig.ipc("/x");
        assertThrows(TransportException.class, () -> config.withTermLength(100_000));
        assertThrows(TransportException.class, () -> config.withMtuLength(65536));
        assertThrows(TransportException.class, () -> config.withTimeouts(0, 1));
        assertThrows(TransportException.class, () -> AeronConfig.checkNodes(2, 2));
        assertEquals("GMT-506", assertThrows(TransportException.class, () -> config.withMtuLength(1)).code().label());
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.1, 10.0.0.1", "node-a, node-a", "::1, 0:0:0:0:0:0:0:1", "[fd00::1], fd00:0:0:0:0:0:0:1",
        "::1%lo, 0:0:0:0:0:0:0:1", "::ffff:10.0.0.1, 10.0.0.1"})
    void shouldTakeHostsOfBothFamilies(final String host, final String taken) {
        assertEquals(taken, AeronConfig.udp(host).host());
    }

    @ParameterizedTest
    @CsvSource({"fe80::1, is valid on one link only", "[fe80::1%eth0], is valid on one link only",
        "fd00::x, is no IPv6 address"})
    void shouldRefuseHostsThatOthersCannotReach(final String host, final String why) {
        final TransportException refused = assertThrows(TransportException.class, () -> AeronConfig.udp(host));
        assertEquals("GMT-506", refused.code().label());
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1:5, 0.0.0.0", "[0:0:0:0:0:0:0:1]:5, [::]"})
    void shouldSendFromTheFamilyOfThePeer(final String endpoint, final String from) {
        final String channel = new AeronChannels(AeronConfig.udp("h"), 2).publication(endpoint, 0, 0);
        assertTrue(channel.startsWith("aeron:udp?endpoint=" + endpoint + "|interface=" + from + "|"), channel);
    }

    @Test
    void shouldRefuseNodesOfDifferentFamilies() {
        final byte[] ipv6 = "udp|1000|[fd00::1]:4|[fd00::1]:5".getBytes(StandardCharsets.UTF_8);
        final byte[] ipv4 = "udp|1000|10.0.0.1:4|10.0.0.1:5".getBytes(StandardCharsets.UTF_8);
        final AeronConfig config = AeronConfig.udp("::1");
        assertEquals("[fd00::1]:5", AeronAddress.endpoints(config, new byte[][] {ipv6, ipv6}, 2)[1][1]);
        final TransportException refused = assertThrows(TransportException.class,
            () -> AeronAddress.endpoints(config, new byte[][] {ipv6, ipv6, ipv4}, 3));
        assertEquals("GMT-505 node 0 listens at [fd00::1]:4, node 2 at 10.0.0.1:4: the one speaks IPv6, the other "
            + "IPv4. Give all nodes addresses of one family: by GMT_SEED, or by GMT_INTERFACE on each host",
            refused.getMessage());
    }

    @Test
    void shouldWaitLongerForPeersInACrowd() {
        final AeronConfig config = AeronConfig.ipc("/x").withTimeouts(2_000_000_000L, 300);
        assertEquals(new AeronConfig.Timeouts(2_000_000_000L, 1_200), config.withCrowd(4).timeouts());
    }

    @Test
    void shouldTellSourcesAndGenerationsBySession() {
        final AeronConfig config = AeronConfig.ipc("/x").withSessionSalt(0xCAFE_BABE);
        final AeronChannels channels = new AeronChannels(config, 300);
        for (final int source : new int[] {0, 1, 255, 256, 299}) {
            for (final int generation : new int[] {0, 1, 255}) {
                final int session = channels.sessionId(source, generation);
                assertEquals(source, channels.source(session));
                assertEquals(generation, channels.generation(session));
            }
        }
        assertEquals(-1, channels.source(channels.sessionId(300, 0)));
        assertEquals(-1, new AeronChannels(AeronConfig.ipc("/x"), 300).source(channels.sessionId(1, 0)));
    }
}
