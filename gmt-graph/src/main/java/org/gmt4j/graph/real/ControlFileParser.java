package org.gmt4j.graph.real;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads stanzas of {@code Field: value} lines and gathers the relations between packages. Owned by one thread.
 *
 * @see "Debian Policy Manual, chapters 5 and 7"
 */
final class ControlFileParser {
    /** In the order of their strength; the weight of an edge is the position, from 1. */
    private static final List<String> RELATIONS = List.of("Pre-Depends", "Depends", "Recommends", "Suggests",
        "Provides");

    private final NameDictionary graph = new NameDictionary();
    private final Set<String> packages = new HashSet<>();
    private final Map<String, StringBuilder> fields = new TreeMap<>();

    void parse(final BufferedReader in) throws IOException {
        StringBuilder field = null;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isEmpty()) {
                endStanza();
                field = null;
            } else if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
                if (field != null) {
                    field.append(line);
                }
            } else {
                field = beginField(line);
            }
        }
        endStanza();
    }

    /** Returns the text of a field that matters, to which continuation lines are added, or null. */
    private StringBuilder beginField(final String line) {
        final int colon = line.indexOf(':');
        final String name = colon < 0 ? line : line.substring(0, colon);
        if (!name.equals("Package") && !name.equals("Status") && !RELATIONS.contains(name)) {
            return null;
        }
        final StringBuilder text = new StringBuilder(line.substring(colon + 1).trim());
        fields.put(name, text);
        return text;
    }

    private void endStanza() {
        final StringBuilder name = fields.get("Package");
        final StringBuilder status = fields.get("Status");
        if (name != null && (status == null || status.toString().endsWith(" installed"))) {
            addPackage(name.toString());
        }
        fields.clear();
    }

    private void addPackage(final String name) {
        packages.add(name);
        final int source = graph.add(name);
        for (int kind = 1; kind <= RELATIONS.size(); kind++) {
            final StringBuilder relation = fields.get(RELATIONS.get(kind - 1));
            if (relation != null) {
                addRelations(source, relation.toString(), kind);
            }
        }
    }

    /** {@code a (>= 1) | b:any, c [arch]}: every name counts, alternatives too. */
    private void addRelations(final int source, final String relation, final int kind) {
        for (final String alternative : relation.split("[,|]")) {
            final String target = nameOf(alternative);
            if (!target.isEmpty()) {
                graph.addEdge(source, graph.add(target), kind);
            }
        }
    }

    private static String nameOf(final String alternative) {
        final String text = alternative.trim();
        int end = 0;
        while (end < text.length() && " (:[<\t".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return text.substring(0, end);
    }

    int packageCount() {
        return packages.size();
    }

    NameDictionary graph() {
        return graph;
    }
}
