package org.gmt4j.engine.bootstrap;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.HostPort;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The description of a job for a node process, from {@code GMT_NODE_ID}, {@code GMT_NODES}, {@code GMT_SEED} and
 * {@code GMT_JOB_KEY}. A job on one host without a key gets one of its own, see {@link KeyFile}; a job without a key
 * that other hosts could reach is refused.
 *
 * @param nodeId    id of this node
 * @param nodeCount number of nodes of the job
 * @param host      host of the seed, an IPv6 address without brackets
 * @param port      port of the seed
 * @param key       secret of the job
 */
public record SeedAddress(int nodeId, int nodeCount, String host, int port, JobKey key) {

    private static final Logger LOG = LoggerFactory.getLogger(SeedAddress.class);
    private static final String NODES = "GMT_NODES";
    private static final String IPV4_ONLY = "java.net.preferIPv4Stack";

    /** @return the description in the environment; empty if it has none; an incomplete one is refused */
    public static Optional<SeedAddress> of(final Environment environment) {
        final Optional<String> nodeId = environment.variable(ReservedVariables.NODE_ID);
        final Optional<String> nodes = environment.variable(NODES);
        final Optional<String> seed = environment.variable(ReservedVariables.SEED);
        if (nodeId.isEmpty() && seed.isEmpty()) {
            return Optional.empty();
        }
        final List<String> missing = new ArrayList<>();
        note(missing, nodeId, ReservedVariables.NODE_ID);
        note(missing, nodes, NODES);
        note(missing, seed, ReservedVariables.SEED);
        if (!missing.isEmpty()) {
            throw refused("half of a job's description is set: " + String.join(", ", missing) + " missing. Set "
                + "GMT_NODE_ID, GMT_NODES and GMT_SEED=host:port together, or none of them.");
        }
        return Optional.of(of(nodeId.get(), nodes.get(), seed.get(),
            environment.variable(ReservedVariables.JOB_KEY).orElse(""),
            environment.property(IPV4_ONLY).map(Boolean::parseBoolean).orElse(false)));
    }

    private static SeedAddress of(final String nodeId, final String nodes, final String seed, final String key,
        final boolean isIpv4Only) {
        final HostPort place = place(seed);
        if (isIpv4Only && place.host().indexOf(':') >= 0) {
            throw refused("GMT_SEED=" + seed + " is an IPv6 address, but this JVM speaks IPv4 only, by " + IPV4_ONLY
                + "=true. Remove that, or name the seed by an IPv4 address.");
        }
        final int id = number(ReservedVariables.NODE_ID, nodeId);
        final int count = number(NODES, nodes);
        if (count < 1 || id < 0 || id >= count) {
            throw refused("GMT_NODE_ID=" + nodeId + " is not in 0..GMT_NODES-1 with GMT_NODES=" + nodes + ".");
        }
        final JobKey said = JobKey.said(key);
        if (!said.isGiven() && !isLoopback(place.host())) {
            throw new BootstrapException(BootstrapException.NO_KEY, "the job has no key: whoever reaches " + seed
                + " could join it and run code as you. " + KeyFile.remedy());
        }
        return new SeedAddress(id, count, place.host(), place.port(), said);
    }

    private static HostPort place(final String seed) {
        try {
            return HostPort.parse(seed);
        } catch (final IllegalArgumentException e) {
            throw refused("GMT_SEED=" + seed + " " + e.getMessage() + ".");
        }
    }

    private static boolean isLoopback(final String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (final UnknownHostException e) {
            return false;
        }
    }

    private static void note(final List<String> missing, final Optional<String> value, final String name) {
        if (value.isEmpty()) {
            missing.add(name);
        }
    }

    private static int number(final String name, final String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (final NumberFormatException e) {
            throw refused(name + "=" + text + ": expected a number.");
        }
    }

    private static BootstrapException refused(final String message) {
        return new BootstrapException(BootstrapException.BAD_IDENTITY, message);
    }

    /** Hosts the seed of the described job, on node 0, with the key that was created for the job. */
    public SeedServer host(final BootstrapConfig config) {
        final InetSocketAddress address = new InetSocketAddress(host, port);
        if (key.isGiven()) {
            loopbackName(host, address.getAddress()).ifPresent(LOG::warn);
            return SeedServer.start(address, nodeCount, key, config);
        }
        final JobKey made = JobKey.random();
        final KeyFile file = KeyFile.of(host, port);
        final SeedServer server = SeedServer.start(address, nodeCount, made, config);
        try {
            file.publish(made);
            server.onClose(file::remove);
            return server;
        } catch (final RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Returns words about a name that means the loopback here, as Debian's {@code 127.0.1.1 thishost}, and so something
     * else on other hosts. Jobs without a key are on one host anyhow.
     */
    static Optional<String> loopbackName(final String name, final InetAddress here) {
        final boolean isLiteral = name.indexOf(':') >= 0 || name.matches("[0-9.]+");
        return here == null || !here.isLoopbackAddress() || isLiteral || name.contains("localhost") ? Optional.empty()
            : Optional.of("GMT-389 " + name + " is " + here.getHostAddress() + " on this host, so nodes of other hosts "
                + "cannot reach the seed. Where there are some, name its address in GMT_SEED on all nodes ('hostname "
                + "-I'), or correct /etc/hosts here");
    }

    /** Joins the described job. */
    public Bootstrap join(final BootstrapConfig config) {
        return key.isGiven() ? SeedBootstrap.join(host, port, nodeId, nodeCount, key, config)
            : KeyFile.of(host, port).join(this, config);
    }
}
