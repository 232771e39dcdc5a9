package org.gmt4j.cli.result;

import java.io.IOException;

/** Writes a result in one format. */
public interface ResultWriter {

    /** Formats that users choose from. */
    enum Format { TEXT, JSON, CSV }

    /** Writes the whole result, ending with a line end. */
    void write(RunResult result, Appendable out) throws IOException;

    /** @return the writer of a format */
    static ResultWriter of(final Format format) {
        return switch (format) {
            case TEXT -> new TextResultWriter();
            case JSON -> new JsonResultWriter();
            case CSV -> new CsvResultWriter();
        };
    }
}
