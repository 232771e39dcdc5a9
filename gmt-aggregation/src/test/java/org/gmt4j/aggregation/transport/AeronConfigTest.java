package org.gmt4j.aggregation.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
