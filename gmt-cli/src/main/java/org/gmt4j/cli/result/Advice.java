package org.gmt4j.cli.result;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One thing that limited a run, and what to try. Immutable.
 *
 * @param rule       name of the rule
 * @param finding    what limited the run
 * @param figure     that the finding rests on, in words
 * @param value      the same as a number
 * @param threshold  above which the rule speaks
 * @param suggestion the setting or the change of the program to try
 */
record Advice(String rule, String finding, String figure, double value, double threshold, String suggestion) {

    Map<String, Object> values() {
        final Map<String, Object> values = new LinkedHashMap<>();
        values.put("rule", rule);
        values.put("finding", finding);
        values.put("figure", figure);
        values.put("value", value);
        values.put("threshold", threshold);
        values.put("suggestion", suggestion);
        return values;
    }

    /** For people, with the ends of its lines. */
    String text() {
        return "   " + finding + ": " + figure + ".\n     Try: " + suggestion + ".\n";
    }
}
