package org.gmt4j.cli;

import org.gmt4j.runtime.node.TransportConfig;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.settings.SettingCatalog;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.cli.top.TopConfig;
import org.gmt4j.runtime.armci.SharedConfig;
import org.gmt4j.runtime.bootstrap.BootstrapConfig;
import org.gmt4j.runtime.bootstrap.RunConfig;
import org.gmt4j.runtime.memory.MemoryConfig;
import org.gmt4j.runtime.node.WatchConfig;
import org.gmt4j.runtime.profile.ProfileConfig;
import org.gmt4j.runtime.task.TaskConfig;
import org.gmt4j.runtime.armci.ProtocolConfig;
import org.gmt4j.runtime.waiting.WaitConfig;

/**
 * All settings records of GMT. Whoever writes a new record adds it here; a test then asks for a new
 * {@code REFERENCE.md}.
 */
public final class SettingRecords {

    private static final SettingCatalog CATALOG = SettingCatalog.of(
        RunConfig.class,
        BootstrapConfig.class,
        AggregationConfig.class,
        TopologyConfig.class,
        TaskConfig.class,
        MemoryConfig.class,
        SharedConfig.class,
        WaitConfig.class,
        ProfileConfig.class,
        ProtocolConfig.class,
        TransportConfig.class,
        ConnectConfig.class,
        TopConfig.class,
        WatchConfig.class);

    private SettingRecords() {
    }

    /** @return the catalog of all settings */
    public static SettingCatalog catalog() {
        return CATALOG;
    }
}
