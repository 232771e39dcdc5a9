package org.gmt4j.engine.task;

import java.util.Iterator;
import java.util.Set;
import java.util.stream.Stream;
import org.gmt4j.engine.travel.WrappedBody;
import org.gmt4j.quasar.GivesWay;
import org.gmt4j.quasar.Progress;

/**
 * Checks that a point of a loop lies in a task's own code and in nothing else: all frames between the point and the
 * fiber are of classes that {@link GivesWay give way}, except for their excluded methods. The following have a frame
 * that fails this check: operations of the runtime, visits, local bodies, combining operators and codecs that it calls,
 * collections and libraries that call back, and held monitors. The task's thread; some microseconds, and less than one
 * for each frame.
 */
final class ProgramFrames {
    private static final int MOST_FRAMES = 512;
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final Set<String> NONE_GIVES_WAY = Set.of("");
    /** Methods that do not give way, by class. */
    private static final ClassValue<Set<String>> EXCEPT = new ClassValue<>() {
        @Override
        protected Set<String> computeValue(final Class<?> type) {
            final GivesWay mark = type.getAnnotation(GivesWay.class);
            return mark == null ? NONE_GIVES_WAY : Set.of(mark.except());
        }
    };

    private ProgramFrames() {
    }

    static boolean areAllToTheFiber() {
        return WALKER.walk(ProgramFrames::areAllToTheFiber);
    }

    private static boolean areAllToTheFiber(final Stream<StackWalker.StackFrame> stack) {
        final Iterator<StackWalker.StackFrame> frames = stack.limit(MOST_FRAMES).iterator();
        boolean isBelowPoint = false;
        while (frames.hasNext()) {
            final StackWalker.StackFrame frame = frames.next();
            final Class<?> type = frame.getDeclaringClass();
            final boolean isPoint = type == Progress.class;
            if (isBelowPoint && type == TaskFiber.class) {
                return true;
            }
            if (isBelowPoint && !isPoint && !WrappedBody.class.isAssignableFrom(type)
                && !givesWay(frame, EXCEPT.get(type))) {
                return false;
            }
            isBelowPoint |= isPoint;
        }
        return false;
    }

    private static boolean givesWay(final StackWalker.StackFrame frame, final Set<String> except) {
        return except != NONE_GIVES_WAY
            && (except.isEmpty() || !except.contains(frame.getMethodName() + " " + frame.getDescriptor()));
    }
}
