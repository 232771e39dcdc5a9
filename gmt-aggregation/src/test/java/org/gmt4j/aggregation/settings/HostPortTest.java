package org.gmt4j.aggregation.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {

    @ParameterizedTest
    @CsvSource({"10.0.0.1:7000, 10.0.0.1, 7000", "node-a.example:1, node-a.example, 1", "[::1]:65535, ::1, 65535",
        "[fd00::1%eth0]:80, fd00::1%eth0, 80", "'[::ffff:10.0.0.1]:80', ::ffff:10.0.0.1, 80"})
    void shouldReadWhatItWrites(final String text, final String host, final int port) {
        assertEquals(new HostPort(host, port), HostPort.parse(text));
        assertEquals(text, new HostPort(host, port).toString());
    }

    @Test
    void shouldWriteTheAddressesThatJavaGives() {
        assertEquals("[0:0:0:0:0:0:0:1]:0", HostPort.join("0:0:0:0:0:0:0:1", 0));
    }

    @Test
    void shouldReadANameInBrackets() {
        assertEquals(new HostPort("name", 7), HostPort.parse("[name]:7"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "h", "h:", ":1", "[]:1", "h:x", "h:0", "h:65536", "h:-1", "[::1]", "[::1:80"})
    void shouldRefuseNonsense(final String text) {
        final String why = assertThrows(IllegalArgumentException.class, () -> HostPort.parse(text)).getMessage();
        assertTrue(why.startsWith("is not host:port"), why);
    }

    /** The end of such an address would be taken for the port. */
    @ParameterizedTest
    @ValueSource(strings = {"::1:7000", "fd00::2", "fe80::1%eth0:7000"})
    void shouldAskForBrackets(final String text) {
        final String why = assertThrows(IllegalArgumentException.class, () -> HostPort.parse(text)).getMessage();
        assertTrue(why.contains("an IPv6 address needs brackets there, as in [fd00::1]:7000"), why);
    }
}
