package org.gmt4j.cli.topology;

import java.io.IOException;

/** Writes a report of a topology in one format. */
public interface TopologyWriter {

    /** Formats of a report. */
    enum Format { TEXT, JSON, SVG }

    /** @throws IOException when {@code out} refuses */
    void write(TopologyReport report, Appendable out) throws IOException;

    /** @return the writer of a format */
    static TopologyWriter of(final Format format) {
        return switch (format) {
            case TEXT -> new TextTopologyWriter();
            case JSON -> new JsonTopologyWriter();
            case SVG -> new SvgTopologyWriter();
        };
    }
}
