package org.gmt4j.aggregation.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CommandTypeTest {
    private static final Set<String> OPERATORS = Set.of("ADD", "SWAP", "MIN", "MAX", "AND", "OR", "XOR",
        "ADD_FLOATING", "MIN_FLOATING", "MAX_FLOATING");

    @Test
    void shouldGiveEachCommandAnIdOfItsOwn() throws IllegalAccessException {
        final Map<Integer, String> names = new HashMap<>();
        final Map<String, Integer> constants = constants();
        for (final String name : constants.keySet()) {
            if (name.equals("UPDATE") || name.equals("FETCH")) {
                for (final String operator : OPERATORS) {
                    take(names, constants.get(name) + constants.get(operator), name + "_" + operator);
                }
            } else if (!OPERATORS.contains(name) && !name.equals("OPERATOR_COUNT")) {
                take(names, constants.get(name), name);
            }
        }
        assertEquals(51, names.size());
    }

    private static void take(final Map<Integer, String> names, final int id, final String name) {
        assertTrue(id > 0 && id < 64, name + " = " + id + " does not fit six bits, or is what cleared memory would be");
        final String other = names.put(id, name);
        assertNull(other, name + " has the id of " + other);
    }

    @Test
    void shouldNumberTheOperatorsFromZero() throws IllegalAccessException {
        final Map<Integer, String> names = new TreeMap<>();
        final Map<String, Integer> constants = constants();
        OPERATORS.forEach(operator -> names.put(constants.get(operator), operator));
        assertEquals(CommandType.OPERATOR_COUNT, names.size());
        assertTrue(names.keySet().stream().allMatch(id -> id >= 0 && id < CommandType.OPERATOR_COUNT));
    }

    @Test
    void shouldNotChangeWhatIsOnTheWire() {
        assertEquals("1 2 3 4 5 6 7 8 9 16 32", CommandType.GET + " " + CommandType.PUT_VALUE + " "
            + CommandType.COMPARE_AND_SET + " " + CommandType.PUT + " " + CommandType.GET_BULK + " "
            + CommandType.VISIT + " " + CommandType.SPAWN + " "
            + CommandType.TASK_DONE + " " + CommandType.MESSAGE + " " + CommandType.UPDATE + " " + CommandType.FETCH);
        assertEquals("0 1 2 3 4 5 6 7", CommandType.ADD + " " + CommandType.SWAP + " " + CommandType.MIN
            + " " + CommandType.MAX + " " + CommandType.AND + " " + CommandType.OR + " " + CommandType.XOR
            + " " + CommandType.ADD_FLOATING);
    }

    @Test
    void shouldTellUpdatesFromFetches() {
        for (int type = 0; type < 64; type++) {
            assertEquals(type >= 16 && type < 26, CommandType.isUpdate(type), "type " + type);
            assertEquals(type >= 32 && type < 42, CommandType.isFetch(type), "type " + type);
        }
        assertFalse(CommandType.isUpdate(CommandType.FETCH + CommandType.ADD));
    }

    private static Map<String, Integer> constants() throws IllegalAccessException {
        final Map<String, Integer> constants = new TreeMap<>();
        for (final Field field : CommandType.class.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == int.class) {
                constants.put(field.getName(), field.getInt(null));
            }
        }
        return constants;
    }
}
