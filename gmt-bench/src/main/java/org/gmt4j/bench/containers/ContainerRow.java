package org.gmt4j.bench.containers;

import java.util.List;
import org.gmt4j.cli.CliException;

/** What is measured: operations on containers, and the same on one thread of plain Java. */
enum ContainerRow {
    MERGE_LONGS("merge-longs"),
    MERGE_SKEWED("merge-skewed"),
    MERGE_COMBINED("merge-skewed-combined"),
    MERGE_STRINGS("merge-strings"),
    SET_ADD("set-add"),
    GET_LONGS("get-longs"),
    GET_BLOCKING("get-longs-blocking"),
    BAG_ADD("bag-add"),
    SERIAL_OPEN("serial-open"),
    SERIAL_HASH_MAP("serial-hashmap"),
    SERIAL_STRINGS("serial-hashmap-strings");

    private final String label;

    ContainerRow(final String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    static void check(final List<String> labels) {
        for (final String asked : labels) {
            if (List.of(values()).stream().noneMatch(row -> row.label.equals(asked))) {
                throw CliException.usage("--only " + asked + ": expected some of "
                    + String.join(", ", List.of(values()).stream().map(ContainerRow::label).toList()) + ".");
            }
        }
    }
}
