package org.gmt4j.quasar;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes methods that wait in the middle of everything that the language has: the same for the same seed. Made of
 * patterns, in which {@code {int}} and the like stand for an expression of that type, {@code {block}} for statements,
 * and {@code #} for a number of its own.
 *
 * <p>Nothing that stands behind a long or a double on the operand stack is made of others: compilers of Java 17 fail
 * where that is a switch with a try.
 */
final class RandomMethods {
    private static final List<String> TYPES = List.of("int", "long", "double", "String", "Object", "int[]", "char",
        "boolean", "Integer", "Pair");
    /** Of each type some values, and behind them what is made of others. */
    private static final Map<String, List<String>> VALUES = Map.of(
        "int", List.of("a", "-7", "42"), "long", List.of("b", "-9L"), "double", List.of("0.5"),
        "String", List.of("s", "\"x\""), "Object", List.of("(Object) \"o\""), "int[]", List.of("new int[] {3, 4}"),
        "char", List.of("'c'"), "boolean", List.of("(a > 1)", "true"), "Integer", List.of("Integer.valueOf(5)"),
        "Pair", List.of("new Pair(1, 2L)"));
    private static final Map<String, List<String>> EXPRESSIONS = Map.of(
        "int", List.of("({int} + {int})", "({int} * {int} - {int})", "waitInt({int})", "(int) ({long})",
            "({String}).length()", "at({int[]}, {int})", "sum({int}, waitLong(5L), waitDouble(2.5))",
            "({int} % (1 + (7 & {int})))",
            "new int[] {{int}, {int}}[{int} & 1]", "({Pair}).first", "(int) {char}", "unbox({Integer})"),
        "long", List.of("xor({int}, {long})", "({long} ^ waitLong(7L))", "waitLong({long})",
            "all({long}, {int}, {long})", "all()",
            "({Pair}).second", "((long) {int} << (waitInt(6) & 31))", "(long) {double}"),
        "double", List.of("waitDouble({double})", "scaled({int}, {double})", "({double} * waitInt(3))"),
        "String", List.of("({String} + {int})", "waitText({String})", "(\"q\" + {int} + {String} + {boolean})",
            "cut({String} + {char} + {long})", "new StringBuilder({String}).reverse().toString()"),
        "Object", List.of("waitObject({Object})", "(Object) {String}", "(Object) {int[]}", "(Object) {Integer}",
            "(Object) new Pair({int}, {long})"),
        "int[]", List.of("new int[] {{int}, {int}, {int}}", "waitInts({int[]})",
            "({Object} instanceof int[] z# ? z# : new int[] {{int}})"),
        "char", List.of("waitChar({char})", "(char) ({int})"),
        "boolean", List.of("({int} < {int})", "({boolean} && {boolean})", "({boolean} || {boolean})", "!{boolean}",
            "waitBoolean({boolean})", "({Object} instanceof String)"),
        "Integer", List.of("boxed({int})", "waitBox({Integer})"),
        "Pair", List.of("new Pair({int}, {long})", "Pair.waiting({int})"));
    private static final List<String> OF_ANY_TYPE = List.of("({boolean} ? {T} : {T})",
        "(switch ({int} & 3) { case 0 -> {arm} case 1 -> {arm} default -> {T}; })");
    private static final List<String> ARMS = List.of("{T};", "{ {block} {type} y# = {T}; yield y#; }",
        "{ try { {block} {type} y# = {T}; yield y#; } finally { note(#); {block} } }",
        "{ try { {block} {type} y# = {T}; yield y#; } catch (IllegalStateException e#) "
            + "{ {type} y# = {T}; yield y#; } }",
        "{ try { {block} {type} y# = {T}; yield y#; } catch (IllegalStateException e#) { note(e#.getMessage()); "
            + "{type} y# = {T}; yield y#; } finally { note(#); {block} } }");
    private static final List<String> STATEMENTS = List.of("note({any});",
        "if ({boolean}) { {block} } else { {block} }",
        "if ({boolean}) { throw new IllegalStateException(\"t\" + {int}); }",
        "l#: for (int i# = 0; i# < 1 + ({int} & 3); i#++) { turn(); {block} if ({boolean}) { continue l#; } }",
        "l#: for (int i# : {int[]}) { turn(); {block} if ({boolean}) { break l#; } }",
        "{ int i# = 0; do { turn(); {block} } while (i#++ < 2 && {boolean}); }",
        "switch ({int} & 3) { case 0: {block} break; case 1: {block} default: {block} }",
        "try { {block} } catch (IllegalStateException e#) { note(e#.getMessage()); {block} }",
        "try { {block} } finally { note(#); {block} }",
        "try { {block} } catch (IllegalStateException | ArithmeticException e#) { {block} } finally { {block} }",
        "try (Resource r# = new Resource({int})) { {block} }",
        "synchronizedNote({String}, {int});");

    private final Random random;
    /** Variables by name, with their types; those that are assigned may not be captured. */
    private final Deque<Map<String, String>> scopes = new ArrayDeque<>();
    private int number;
    private int left;
    private int lambdas;

    private RandomMethods(final long seed) {
        random = new Random(seed);
    }

    /** Returns a class with so many methods, and a method that calls each by its number. */
    static String source(final String name, final long seed, final int count) {
        final StringBuilder text = new StringBuilder("import org.gmt4j.fibers.*;\npublic class " + name
            + " extends RandomBase {\n");
        for (int i = 0; i < count; i++) {
            text.append(new RandomMethods(seed * 1000 + i).method(i));
        }
        text.append("  static long call(int i, int a, long b, String s) throws SuspendExecution {\n    switch (i) {\n");
        for (int i = 0; i < count; i++) {
            text.append("      case ").append(i).append(": return m").append(i).append("(a, b, s);\n");
        }
        return text.append("      default: throw new AssertionError(i);\n    }\n  }\n  public static String compare() "
            + "throws Exception { return compare(").append(count).append(", ").append(name)
            .append("::call); }\n}\n").toString();
    }

    private String method(final int name) {
        left = 20 + random.nextInt(100);
        final String body = "{block}".repeat(2 + random.nextInt(3));
        final String result = filled("{long}", "long", 2);
        return "  @TrustedStores(\"a test\")\n  static long m" + name
            + "(int a, long b, String s) throws SuspendExecution {\n    " + filled(body, "long", 4) + "\n    return "
            + result + ";\n  }\n";
    }

    /** @param type for which T stands */
    private String filled(final String pattern, final String type, final int depth) {
        final int own = ++number;
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            final char c = pattern.charAt(i);
            final int end = c == '{' ? pattern.indexOf('}', i) : -1;
            final String hole = end < 0 ? "" : pattern.substring(i + 1, end);
            if (c == '#') {
                text.append(own);
            } else if (hole.matches("[A-Za-z]+(\\[\\])?")) {
                text.append(part(hole, type, depth - 1));
                i = end;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private String part(final String hole, final String type, final int depth) {
        left--;
        return switch (hole) {
            case "T" -> expression(type, depth);
            case "type" -> type;
            case "arm" -> filled(depth < 1 ? ARMS.get(0) : one(ARMS), type, depth);
            case "any" -> expression(one(TYPES), depth);
            case "block" -> block(depth);
            default -> expression(hole, depth);
        };
    }

    private String expression(final String type, final int depth) {
        final List<String> known = scopes.stream().flatMap(scope -> scope.entrySet().stream())
            .filter(entry -> entry.getValue().equals(type) && (lambdas == 0 || entry.getKey().startsWith("f")))
            .map(Map.Entry::getKey).sorted().collect(Collectors.toList());
        if (depth < 1 || left < 0) {
            final List<String> values = lambdas == 0 ? VALUES.get(type)
                : VALUES.get(type).stream().filter(value -> !value.matches("[abs]|\\(a.*")).toList();
            known.addAll(values);
            return known.isEmpty() ? "waitBoolean(true)" : one(known);
        }
        if (!known.isEmpty() && random.nextInt(5) == 0) {
            return one(known);
        }
        return filled(one(random.nextInt(5) == 0 ? OF_ANY_TYPE : EXPRESSIONS.get(type)), type, depth);
    }

    private String block(final int depth) {
        scopes.push(new TreeMap<>());
        final String text = Stream.generate(() -> statement(depth)).limit(1 + random.nextInt(2))
            .collect(Collectors.joining(" "));
        scopes.pop();
        return text;
    }

    private String statement(final int depth) {
        final int kind = random.nextInt(10);
        if (kind < 4 || depth < 1 || left < 0) {
            return declaration(depth);
        }
        if (kind == 4 && lambdas == 0) {
            return assignment(depth);
        }
        return kind == 5 ? lambda(depth) : filled(one(STATEMENTS), "int", depth);
    }

    private String declaration(final int depth) {
        final String type = one(TYPES);
        final boolean isFinal = random.nextBoolean() || lambdas > 0;
        final String value = expression(type, depth);
        final String name = (isFinal ? "f" : "v") + ++number;
        scopes.peek().put(name, type);
        return type + " " + name + " = " + value + "; note(" + name + ");";
    }

    private String assignment(final int depth) {
        final List<Map.Entry<String, String>> known = scopes.stream().flatMap(scope -> scope.entrySet().stream())
            .filter(entry -> entry.getKey().startsWith("v")).toList();
        if (known.isEmpty()) {
            return "a += " + expression("int", depth) + ";";
        }
        final Map.Entry<String, String> variable = one(known);
        return switch (variable.getValue()) {
            case "int" -> variable.getKey() + " += " + expression("int", depth) + ";";
            case "long", "double" -> variable.getKey() + " += waitLong(4L);";
            case "int[]" -> "if (" + variable.getKey() + ".length > 0) { " + variable.getKey() + "[0] -= "
                + expression("int", depth) + "; }";
            default -> variable.getKey() + " = " + expression(variable.getValue(), depth) + ";";
        };
    }

    private String lambda(final int depth) {
        final int own = ++number;
        lambdas++;
        scopes.push(new TreeMap<>(Map.of("f" + own, "long")));
        final String body = block(depth - 1) + " return " + expression("long", depth - 1) + ";";
        scopes.pop();
        lambdas--;
        return "{ Function g" + own + " = f" + own + " -> { " + body + " }; note(g" + own + ".of("
            + expression("long", depth - 1) + ")); }";
    }

    private <X> X one(final List<X> all) {
        return all.get(random.nextInt(all.size()));
    }
}
