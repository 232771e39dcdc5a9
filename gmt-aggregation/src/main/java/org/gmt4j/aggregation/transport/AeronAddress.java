package org.gmt4j.aggregation.transport;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Writes and reads local addresses: {@code ipc|<stream base>|<directory>} or
 * {@code udp|<stream base>|<host:port>|<host:port>}, an endpoint per class. Grade: set-up.
 */
final class AeronAddress {
    private AeronAddress() {
    }

    /** Writes the address of a node that listens at these endpoints, by class. */
    static String format(final AeronConfig config, final String[] endpoints) {
        return prefix(config)
                + (config.medium() == AeronConfig.Medium.IPC ? config.directory() : String.join("|", endpoints));
    }

    /** The endpoints by node and class; fails when the nodes cannot talk to each other with these settings. */
    static String[][] endpoints(final AeronConfig config, final byte[][] addresses, final int nodeCount) {
        if (addresses.length != nodeCount) {
            throw bad("expected " + nodeCount + " addresses, found " + addresses.length + ": give one per node");
        }
        final String[][] endpoints = new String[nodeCount][];
        for (int node = 0; node < nodeCount; node++) {
            endpoints[node] = parse(config, node, new String(addresses[node], StandardCharsets.UTF_8));
        }
        if (config.medium() == AeronConfig.Medium.UDP) {
            requireOneFamily(endpoints);
        }
        return endpoints;
    }

    /** A socket that is bound to an address of one family reaches none of the other. */
    private static void requireOneFamily(final String[][] endpoints) {
        for (int node = 1; node < endpoints.length; node++) {
            if (isIpv6(endpoints[node][0]) != isIpv6(endpoints[0][0])) {
                throw bad("node 0 listens at " + endpoints[0][0] + ", node " + node + " at " + endpoints[node][0]
                        + ": the one speaks " + family(endpoints[0][0]) + ", the other " + family(endpoints[node][0])
                        + ". Give all nodes addresses of one family: by GMT_SEED, or by GMT_INTERFACE on each host");
            }
        }
    }

    /** Whether an endpoint {@code host:port} has an IPv6 address; drivers say endpoints in numbers. */
    static boolean isIpv6(final String endpoint) {
        return endpoint.startsWith("[");
    }

    private static String family(final String endpoint) {
        return isIpv6(endpoint) ? "IPv6" : "IPv4";
    }

    private static String[] parse(final AeronConfig config, final int node, final String address) {
        final String prefix = prefix(config);
        if (!address.startsWith(prefix)) {
            throw bad("node " + node + " has the address '" + address + "', expected one that begins with '" + prefix
                    + "': all nodes need the same kind of transport and the same stream base");
        }
        final String tail = address.substring(prefix.length());
        return config.medium() == AeronConfig.Medium.IPC ? sameDriver(config, node, tail) : udp(node, tail);
    }

    private static String[] sameDriver(final AeronConfig config, final int node, final String directory) {
        if (!directory.equals(config.directory())) {
            throw bad("node " + node + " uses the media driver in " + directory + ", this node the one in "
                    + config.directory() + ": shared memory needs one driver for all");
        }
        final String[] endpoints = new String[TrafficClass.COUNT];
        Arrays.fill(endpoints, directory);
        return endpoints;
    }

    private static String[] udp(final int node, final String tail) {
        final String[] endpoints = tail.split("\\|");
        if (endpoints.length != TrafficClass.COUNT) {
            throw bad("node " + node + " listens at '" + tail + "', expected " + TrafficClass.COUNT
                    + " endpoints: run the same version on all nodes");
        }
        return endpoints;
    }

    private static String prefix(final AeronConfig config) {
        return config.medium().name().toLowerCase(Locale.ROOT) + "|" + config.streams().base() + "|";
    }

    private static TransportException bad(final String message) {
        return new TransportException(TransportException.Code.BAD_ADDRESS, message);
    }
}
