package org.gmt4j.apps.nwchem;

import org.gmt4j.apps.trial.MatrixDigest;
import org.gmt4j.ga.Box;

/**
 * The answer of a replay by one thread, with closed forms for what tasks read. It knows nothing of counters, nodes or
 * transfers.
 *
 * @param sum    of all elements of all Fock matrices
 * @param digest of all elements of all Fock matrices and work matrices
 */
record Expected(long sum, long digest) {

    static Expected of(final ReplayPlan plan) {
        long sum = 0;
        long digest = 0;
        for (int round = 0; round < plan.rounds(); round++) {
            final double[] fock = new double[plan.basis() * plan.basis()];
            final double[] work = new double[fock.length];
            for (long task = plan.firstTask(round); task < plan.firstTask(round + 1); task++) {
                sum += add(plan, round, task, fock);
                write(plan, round, task, work);
            }
            digest += MatrixDigest.of(fock) + 3 * MatrixDigest.of(work);
        }
        return new Expected(sum, digest);
    }

    private static long add(final ReplayPlan plan, final int round, final long task, final double[] fock) {
        long read = 0;
        for (long call = plan.mix().gets().first(task); call < plan.mix().gets().first(task + 1); call++) {
            read += ReplayPlan.densityOf(round, plan.get(call));
        }
        long sum = 0;
        for (long call = plan.mix().sums().first(task); call < plan.mix().sums().first(task + 1); call++) {
            final Box box = plan.sum(call);
            sum += box.size() * (long) ReplayPlan.fock(read);
            for (long i = box.from(0); i < box.to(0); i++) {
                for (long j = box.from(1); j < box.to(1); j++) {
                    fock[(int) (i * plan.basis() + j)] += ReplayPlan.fock(read);
                }
            }
        }
        return sum;
    }

    private static void write(final ReplayPlan plan, final int round, final long task, final double[] work) {
        for (long call = plan.mix().puts().first(task); call < plan.mix().puts().first(task + 1); call++) {
            final Box box = plan.put(call);
            for (long i = box.from(0); i < box.to(0); i++) {
                for (long j = box.from(1); j < box.to(1); j++) {
                    work[(int) (i * plan.basis() + j)] = ReplayPlan.work(round, i, j);
                }
            }
        }
    }
}
