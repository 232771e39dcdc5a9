package org.gmt4j.apps.scf;

import java.util.List;
import org.gmt4j.Transferable;

/**
 * What a calculation has found. Immutable.
 *
 * @param seconds     all of it, the integrals' tables excepted
 * @param fockSeconds of Fock matrices
 * @param iterations  until Fock matrix and density agreed
 * @param energy      in hartree
 * @param error       by which they still differed
 * @param works       of each node
 */
record ScfOutcome(double seconds, double fockSeconds, int iterations, double energy, double error,
                  List<FockNode.Work> works) implements Transferable {

    FockNode.Work all() {
        return works.stream().reduce(FockNode.Work.NONE, FockNode.Work::plus);
    }

    /** Returns million integrals for each second of Fock matrices. */
    double mops() {
        return all().integrals() / fockSeconds / 1e6;
    }

    double counterPercent() {
        return 100.0 * all().counterNs() / Math.max(1, all().totalNs());
    }
}
