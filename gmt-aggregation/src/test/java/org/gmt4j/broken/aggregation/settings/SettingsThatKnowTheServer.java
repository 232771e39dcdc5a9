package org.gmt4j.broken.aggregation.settings;

import org.gmt4j.broken.aggregation.server.ServerThatPrints;

/** Breaks: nobody knows the server. */
public final class SettingsThatKnowTheServer {
    ServerThatPrints server;
}
