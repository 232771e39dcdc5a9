package org.gmt4j.engine.cluster;

import java.util.function.Supplier;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.settings.ConfigException;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.engine.node.SettingRecords;

/** Settings of programs: checked before anything starts, and refused with the exception that programs know. */
final class SettingDoor {
    private SettingDoor() {
    }

    /** @throws GmtException with the code and the words of the command line */
    static Settings checked(final Supplier<Settings> settings) {
        try {
            return SettingRecords.checked(settings.get());
        } catch (final ConfigException e) {
            throw refusal(e);
        }
    }

    static GmtException refusal(final ConfigException refused) {
        return new GmtException(refused.code(), refused.getMessage().substring(refused.code().length() + 1), refused);
    }
}
