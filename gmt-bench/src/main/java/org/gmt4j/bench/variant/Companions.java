package org.gmt4j.bench.variant;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gmt4j.GmtCluster;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.BootstrapConfig;
import org.gmt4j.engine.bootstrap.JobKey;
import org.gmt4j.engine.bootstrap.SeedAddress;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.engine.cluster.NodeStarter;
import org.gmt4j.engine.node.Node;
import org.gmt4j.engine.node.SettingRecords;

/** The nodes of compared jobs in one process. Opened and closed by its own thread; looked up by tasks. */
final class Companions {
    private record Companion(Node node, Bootstrap bootstrap, GmtCluster cluster) {
    }

    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        final Thread starter = new Thread(task, "gmt-companions");
        starter.setDaemon(true);
        return starter;
    });
    private final Map<Integer, Companion> bySlot = new TreeMap<>();     // guarded by itself

    Future<?> open(final int slot, final int nodeId, final String settingsText, final String classNames,
                   final int port, final String key) {
        return thread.submit(() -> {
            final Companion companion = start(slot, nodeId, settingsText, classNames, port, key);
            synchronized (bySlot) {
                bySlot.put(slot, companion);
            }
            return null;
        });
    }

    private static Companion start(final int slot, final int nodeId, final String settingsText, final String classNames,
                                   final int port, final String key) throws ClassNotFoundException {
        final Settings.Builder builder = Settings.builder(SettingRecords.catalog());
        settingsText.lines().forEach(line -> builder.assignment(line, "the compared job"));
        final Settings settings = builder.build();
        final Class<?>[] classes = classes(classNames);
        final var plan = VariantClusters.plan(settings);
        final Bootstrap bootstrap = new SeedAddress(nodeId, plan.nodes(),
            InetAddress.getLoopbackAddress().getHostAddress(), port, JobKey.of(key))
            .join(settings.load(BootstrapConfig.class));
        try {
            final String folder = Environment.ofProcess().variable(ReservedVariables.AERON_DIR).orElse("");
            final Node node = NodeStarter.startBeside(slot + 1, settings, plan, folder, bootstrap, classes);
            return new Companion(node, bootstrap, NodeCluster.of(List.of(node)));
        } catch (final RuntimeException | Error e) {
            bootstrap.close();
            throw e;
        }
    }

    private static Class<?>[] classes(final String names) throws ClassNotFoundException {
        final List<String> lines = names.lines().toList();
        final Class<?>[] classes = new Class<?>[lines.size()];
        for (int i = 0; i < classes.length; i++) {
            classes[i] = Class.forName(lines.get(i));
        }
        return classes;
    }

    GmtCluster cluster(final int slot) {
        synchronized (bySlot) {
            return bySlot.get(slot).cluster();
        }
    }

    /** The others of each job close theirs at about the same time. */
    Future<?> closeAll() {
        return thread.submit(() -> {
            synchronized (bySlot) {
                bySlot.values().forEach(companion -> {
                    companion.bootstrap().leave();
                    companion.node().close();
                    companion.bootstrap().close();
                });
                bySlot.clear();
            }
            thread.shutdown();
        });
    }
}
