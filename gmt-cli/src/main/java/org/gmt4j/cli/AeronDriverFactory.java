package org.gmt4j.cli;

import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.transport.AeronConfig;
import org.gmt4j.aggregation.transport.MediaDriverLauncher;
import org.gmt4j.cli.launch.DriverHost;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.node.TransportConfig;

/** Runs the media driver that the nodes of this host share inside the launcher. */
public final class AeronDriverFactory implements DriverHost.Factory {
    @Override
    public DriverHost start(final Settings settings, final int nodeCount, final String parent) {
        final MediaDriverLauncher driver = MediaDriverLauncher.launch(config(settings, parent), nodeCount);
        return new DriverHost() {
            @Override
            public String directory() {
                return driver.directory();
            }

            @Override
            public void close() {
                driver.close();
            }
        };
    }

    @Override
    public long neededBytes(final Settings settings, final RunConfig.Transport transport, final int nodeCount) {
        final TransportConfig config = settings.load(TransportConfig.class);
        return switch (transport) {
            case IPC -> MediaDriverLauncher.neededBytes(config.over(AeronConfig.ipc("")), nodeCount);
            case UDP -> MediaDriverLauncher.neededBytes(config.over(AeronConfig.udp("localhost")), nodeCount);
            default -> 0;
        };
    }

    static AeronConfig config(final Settings settings, final String directory) {
        return settings.load(TransportConfig.class).over(AeronConfig.ipc(directory));
    }
}
