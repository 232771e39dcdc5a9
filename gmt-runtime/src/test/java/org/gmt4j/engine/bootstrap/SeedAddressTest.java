package org.gmt4j.engine.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.aggregation.settings.Environment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeedAddressTest {

    private static Environment environment(final Map<String, String> variables) {
        return new Environment(variables, Map.of());
    }

    @Test
    void shouldBeAbsentWithoutVariables() {
        assertTrue(SeedAddress.of(environment(Map.of("GMT_NODES", "4"))).isEmpty());
    }

    @Test
    void shouldReadAllVariables() {
        final SeedAddress address = SeedAddress.of(environment(Map.of("GMT_NODE_ID", "1", "GMT_NODES", "2",
            "GMT_SEED", "10.0.0.1:7000", "GMT_JOB_KEY", "secret"))).orElseThrow();
        assertEquals("10.0.0.1", address.host());
        assertEquals(7000, address.port());
        assertEquals("secret", address.key().text());
        assertEquals("JobKey[***]", address.key().toString());
    }

    /** Debian's 127.0.1.1. */
    @Test
    void shouldNoticeANameThatOtherHostsUnderstandOtherwise() throws Exception {
        final InetAddress debian = InetAddress.getByAddress(new byte[] { 127, 0, 1, 1 });
        final String said = SeedAddress.loopbackName("hosta", debian).orElseThrow();
        assertTrue(said.startsWith("GMT-389 hosta is 127.0.1.1 on this host"), said);
        assertEquals(Optional.empty(), SeedAddress.loopbackName("127.0.1.1", debian));
        assertEquals(Optional.empty(), SeedAddress.loopbackName("localhost", debian));
        assertEquals(Optional.empty(), SeedAddress.loopbackName("hosta", InetAddress.getByAddress(
            new byte[] { 10, 0, 0, 1 })));
        assertEquals(Optional.empty(), SeedAddress.loopbackName("nosuchhost", null));
    }

    @Test
    void shouldNameWhatIsMissing() {
        final String message = assertThrows(BootstrapException.class,
            () -> SeedAddress.of(environment(Map.of("GMT_NODE_ID", "1")))).getMessage();
        assertTrue(message.startsWith("GMT-113 half of a job's description is set: GMT_NODES, GMT_SEED missing"),
            message);
    }

    @Test
    void shouldRefuseAJobWithoutAKeyThatOthersCanReach() {
        final BootstrapException refused = assertThrows(BootstrapException.class,
            () -> SeedAddress.of(environment(Map.of("GMT_NODE_ID", "1",
            "GMT_NODES", "2", "GMT_SEED", "10.0.0.1:7000"))));
        assertTrue(refused.getMessage().startsWith("GMT-740 the job has no key: whoever reaches 10.0.0.1:7000"),
            refused.getMessage());
        assertTrue(refused.getMessage().contains("export GMT_JOB_KEY=$(openssl rand -hex 16)"), refused.getMessage());
        assertThrows(BootstrapException.class, () -> SeedAddress.of(environment(Map.of("GMT_NODE_ID", "1",
            "GMT_NODES", "2", "GMT_SEED", "10.0.0.1:7000", "GMT_JOB_KEY", "  "))));
    }

    @Test
    void shouldDoWithoutAKeyWhenThatIsSaidAloud() {
        final SeedAddress address =
            SeedAddress.of(environment(Map.of("GMT_NODE_ID", "1", "GMT_NODES", "2", "GMT_SEED", "10.0.0.1:7000",
            "GMT_JOB_KEY", "none"))).orElseThrow();
        assertTrue(address.key().isEmpty() && address.key().isGiven());
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:7000", "127.0.0.1:7000", "127.3.2.1:7000", "[::1]:7000"})
    void shouldLetAJobOnOneHostMakeItsKey(final String seed) {
        final SeedAddress address =
            SeedAddress.of(environment(Map.of("GMT_NODE_ID", "1", "GMT_NODES", "2", "GMT_SEED", seed))).orElseThrow();
        assertFalse(address.key().isGiven());
    }

    @ParameterizedTest
    @CsvSource({"::1:7000, GMT_SEED=::1:7000 is not host:port: an IPv6 address needs brackets",
        "h:70000, GMT_SEED=h:70000 is not host:port: the port is not in 1..65535.",
        "h, GMT_SEED=h is not host:port."})
    void shouldSayWhatIsWrongWithASeed(final String seed, final String why) {
        final String message = assertThrows(BootstrapException.class, () -> SeedAddress.of(
            environment(Map.of("GMT_NODE_ID", "0", "GMT_NODES", "2", "GMT_SEED", seed)))).getMessage();
        assertTrue(message.startsWith("GMT-113 " + why), message);
    }

    @Test
    void shouldRefuseASeedThatThisJvmCannotSpeakTo() {
        final Map<String, String> variables = Map.of("GMT_NODE_ID", "0", "GMT_NODES", "2", "GMT_SEED", "[::1]:7000");
        assertEquals("::1", SeedAddress.of(new Environment(variables, Map.of("java.net.preferIPv4Stack", "false")))
            .orElseThrow().host());
        final String message = assertThrows(BootstrapException.class, () -> SeedAddress.of(
            new Environment(variables, Map.of("java.net.preferIPv4Stack", "true")))).getMessage();
        assertTrue(message.startsWith("GMT-113 GMT_SEED=[::1]:7000 is an IPv6 address, but this JVM speaks IPv4 only"),
            message);
    }

    @ParameterizedTest
    @CsvSource({"2,2,h:1", "x,2,h:1", "0,0,h:1", "-1,2,h:1", "0,2,h", "0,2,:1", "0,2,h:0", "0,2,h:70000", "0,2,h:x"})
    void shouldRefuseNonsense(final String id, final String nodes, final String seed) {
        assertEquals("GMT-113", assertThrows(BootstrapException.class, () -> SeedAddress.of(
            environment(Map.of("GMT_NODE_ID", id, "GMT_NODES", nodes, "GMT_SEED", seed)))).code());
    }
}
