package org.gmt4j.engine.cluster;

import java.util.function.Supplier;
import org.gmt4j.GmtException;
import org.gmt4j.aggregation.settings.ConfigException;
import org.gmt4j.aggregation.settings.Settings;
import org.gmt4j.aggregation.transport.TransportException;
import org.gmt4j.engine.bootstrap.BootstrapException;
import org.gmt4j.engine.node.SettingRecords;

/** Converts refusals of the engine before a cluster runs to exceptions of the API. Set-up; stateless. */
final class ProgramDoor {
    private ProgramDoor() {
    }

    /** @throws GmtException when one of the settings has no effect */
    static Settings checked(final Supplier<Settings> settings) {
        try {
            return SettingRecords.checked(settings.get());
        } catch (final ConfigException e) {
            throw refusal(e);
        }
    }

    static GmtException refusal(final ConfigException refused) {
        return refusal(refused.code(), refused);
    }

    /** @throws GmtException when the nodes do not meet, or have no transport */
    static NodeCluster joined(final Supplier<NodeCluster> joining) {
        try {
            return joining.get();
        } catch (final BootstrapException e) {
            throw refusal(e.code(), e);
        } catch (final TransportException e) {
            throw refusal(e.code().label(), e);
        }
    }

    private static GmtException refusal(final String code, final RuntimeException refused) {
        final String message = refused.getMessage();
        return new GmtException(code, message.startsWith(code + " ") ? message.substring(code.length() + 1) : message,
            refused);
    }
}
