package org.gmt4j.aggregation.settings;

/**
 * A host and a port, as one text {@code host:port}. An IPv6 address is in brackets there, {@code [::1]:7000}, since it
 * has colons itself.
 *
 * @param host a name or an address, without brackets
 * @param port the port
 */
public record HostPort(String host, int port) {

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException when it is something else; the message is a clause about the text
     */
    public static HostPort parse(final String text) {
        final int colon = text.lastIndexOf(':');
        final String host = colon < 0 ? "" : text.substring(0, colon);
        if (withoutBrackets(host).isEmpty()) {
            throw new IllegalArgumentException("is not host:port");
        }
        if (host.indexOf(':') >= 0 && withoutBrackets(host).equals(host)) {
            throw new IllegalArgumentException("is not host:port: an IPv6 address needs brackets there, as in "
                + "[fd00::1]:7000");
        }
        return new HostPort(withoutBrackets(host), port(text.substring(colon + 1)));
    }

    private static int port(final String text) {
        final int port;
        try {
            port = Integer.parseInt(text.strip());
        } catch (final NumberFormatException e) {
            throw new IllegalArgumentException("is not host:port: the port is not a number", e);
        }
        if (port < 1 || port > 0xFFFF) {
            throw new IllegalArgumentException("is not host:port: the port is not in 1..65535");
        }
        return port;
    }

    /** Returns a host without the brackets around it, if there are any. */
    public static String withoutBrackets(final String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /** Writes the text of a host, without brackets, and any port, 0 included. */
    public static String join(final String host, final int port) {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    @Override
    public String toString() {
        return join(host, port);
    }
}
