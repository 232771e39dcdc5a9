package org.gmt4j.engine.node;

import java.nio.file.Path;
import org.gmt4j.aggregation.queue.AggregationConfig;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.SettingCatalog;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.engine.bootstrap.BootstrapConfig;
import org.gmt4j.engine.bootstrap.RunConfig;
import org.gmt4j.engine.combining.CombiningConfig;
import org.gmt4j.engine.memory.MemoryConfig;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.engine.memory.SharedConfig;
import org.gmt4j.engine.profile.ProfileConfig;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.engine.waiting.WaitConfig;

/**
 * All settings records of GMT. A new record must be added here; a test then asks for a new {@code REFERENCE.md}.
 */
public final class SettingRecords {

    private static final SettingCatalog CATALOG = SettingCatalog.of(
        RunConfig.class,
        BootstrapConfig.class,
        AggregationConfig.class,
        TopologyConfig.class,
        TaskConfig.class,
        MemoryConfig.class,
        CombiningConfig.class,
        SharedConfig.class,
        WaitConfig.class,
        ProfileConfig.class,
        ProtocolConfig.class,
        TransportConfig.class,
        ConnectConfig.class,
        TopConfig.class,
        WatchConfig.class,
        CompilerConfig.class);

    private SettingRecords() {
    }

    /**
     * Returns the settings of a program without a command line: from this process's variables, properties and
     * {@code gmt.properties}.
     */
    public static Settings.Builder ofProcess() {
        return Settings.builder(CATALOG).surroundings(Environment.ofProcess(), Path.of(""));
    }

    /** @return the same settings; refused when one of them has no effect, for every way of loading */
    public static Settings checked(final Settings settings) {
        CATALOG.records().forEach(settings::load);
        return settings;
    }

    /** @return the catalog of all settings */
    public static SettingCatalog catalog() {
        return CATALOG;
    }
}
