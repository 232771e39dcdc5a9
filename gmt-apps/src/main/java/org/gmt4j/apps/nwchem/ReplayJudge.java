package org.gmt4j.apps.nwchem;

import java.util.Locale;
import org.gmt4j.ga.CallKind;
import org.gmt4j.ga.CallTable;

/** Finds what is wrong with a replay. Immutable; the main thread. */
final class ReplayJudge {
    private final ReplayPlan plan;
    private final Expected expected;

    ReplayJudge(final ReplayPlan plan) {
        this.plan = plan;
        expected = Expected.of(plan);
    }

    /** Returns the first thing that is wrong in words; empty where all is right. */
    String complaint(final Replayed found) {
        if (found.wrong() > 0 || found.tasks() != plan.tasks()) {
            return found.tasks() + " tasks drawn, " + found.wrong() + " of them twice or never; expected each of "
                + plan.tasks() + " once";
        }
        if (found.sum() != expected.sum()) {
            return "the accumulated elements add up to " + found.sum() + "; expected " + expected.sum();
        }
        if (found.digest() != expected.digest()) {
            return "digest " + Long.toHexString(found.digest()) + " of all elements; expected "
                + Long.toHexString(expected.digest());
        }
        return wrongCalls(found.calls());
    }

    private String wrongCalls(final CallTable calls) {
        final String wrong = wrong(calls, CallKind.GET, plan.mix().gets())
            + wrong(calls, CallKind.PUT, plan.mix().puts()) + wrong(calls, CallKind.ACCUMULATE, plan.mix().sums())
            + wrongArrays(calls.calls(CallKind.CREATE), calls.calls(CallKind.DESTROY));
        final long draws = calls.calls(CallKind.READ_INCREMENT);
        return wrong.isEmpty() && draws <= plan.tasks() ? "only " + draws + " draws were counted" : wrong;
    }

    private String wrongArrays(final long made, final long freed) {
        final long planned = (long) Mix.ARRAYS_OF_A_ROUND * plan.rounds();
        return made == planned && freed == planned ? "" : made + " arrays made and " + freed
            + " freed were counted; expected " + planned + " of each. ";
    }

    private String wrong(final CallTable calls, final CallKind kind, final PatchCalls planned) {
        final long count = planned.first(plan.tasks());
        final long bytes = planned.elementsBefore(count) * Double.BYTES;
        return calls.calls(kind) == count && calls.bytes(kind) == bytes ? "" : calls.calls(kind) + " "
            + kind.name().toLowerCase(Locale.ROOT) + "s of " + calls.bytes(kind) + " bytes were counted; expected "
            + count + " of " + bytes + ". ";
    }
}
