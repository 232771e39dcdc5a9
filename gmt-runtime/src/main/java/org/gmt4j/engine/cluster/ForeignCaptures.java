package org.gmt4j.engine.cluster;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import org.gmt4j.GmtException;
import org.gmt4j.NodeBound;
import org.gmt4j.Transferable;
import org.gmt4j.engine.node.Node;

/**
 * Finds arrays and other objects of another cluster among the values that the body of a job captures. Such an object
 * travels as its number, which is likely to be that of something else here: reads would mix the two, and a free would
 * free the wrong one. So an object that lives is the one of its number here, or foreign. Any thread; per job.
 *
 * <p>Looks at what is captured, at elements of short collections of {@code java.util}, and into lambdas and
 * {@link Transferable} objects. One that has been freed is refused by the operation.
 */
final class ForeignCaptures {
    private static final int DEEPEST = 8;
    private static final int LONGEST = 1_000;

    /** The fields of a class that hold objects. */
    private static final ClassValue<Field[]> FIELDS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(final Class<?> type) {
            final List<Field> fields = new ArrayList<>();
            for (Class<?> from = type; from != null && from != Object.class; from = from.getSuperclass()) {
                for (final Field field : from.getDeclaredFields()) {
                    if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())
                        && field.trySetAccessible()) {
                        fields.add(field);
                    }
                }
            }
            return fields.toArray(new Field[0]);
        }
    };

    private final List<Node> nodes;

    /** @param nodes all nodes of the cluster */
    ForeignCaptures(final List<Node> nodes) {
        this.nodes = nodes;
    }

    /** @throws GmtException GMT-394 naming the first object of another cluster */
    void refuseIn(final Object body) {
        look(body, "", 0);
    }

    private void lookInto(final Object holder, final String named, final int depth) {
        final String of = holder instanceof Transferable ? " of a " + holder.getClass().getSimpleName() : named;
        for (final Field field : FIELDS.get(holder.getClass())) {
            try {
                look(field.get(holder), of, depth + 1);
            } catch (final IllegalAccessException e) {
                throw new IllegalStateException(e);            // impossible: it has been made accessible
            }
        }
    }

    /** @param named what messages call the object that holds the value; empty where it is captured by itself */
    private void look(final Object value, final String named, final int depth) {
        if (value == null || depth > DEEPEST) {
            return;
        }
        if (value instanceof NodeBound bound) {
            refuse(bound.boundObject(), named);
        } else if (value.getClass().getPackageName().equals("java.util")) {
            lookThrough(value instanceof Map<?, ?> map ? map.values() : value, named, depth);
        } else if (depth == 0 || value instanceof Transferable || value.getClass().isSynthetic()) {
            lookInto(value, named, depth);
        }
    }

    private void lookThrough(final Object values, final String named, final int depth) {
        try {
            if (values instanceof Collection<?> elements && elements.size() <= LONGEST) {
                elements.forEach(element -> look(element, named, depth + 1));
            }
        } catch (final ConcurrentModificationException e) {
            // another thread of the program changes it: the first task, which runs in this process, may share it
        }
    }

    private void refuse(final NodeBound bound, final String named) {
        boolean isOther = bound.isAlive();
        for (final Node node : nodes) {
            final Object own = node.findOrNull(bound);
            if (own == bound) {
                return;
            }
            isOther |= own != null;
        }
        if (isOther) {
            throw new GmtException("GMT-394", bound + named + ", which the body captures, belongs to another"
                + " cluster of this JVM. A body uses arrays and other objects of its own cluster: fetch the values in a"
                + " job of the other one, and capture them");
        }
    }
}
