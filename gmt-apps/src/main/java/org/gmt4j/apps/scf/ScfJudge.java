package org.gmt4j.apps.scf;

import java.util.Locale;

/** Finds what is wrong with an energy. The main thread. */
final class ScfJudge {
    private static final double OF_KNOWN = 1e-6;
    private static final double OF_SERIAL = 1e-9;
    private final Molecule molecule;
    private final Blocks blocks;
    private final ScfOutcome serial;

    ScfJudge(final Molecule molecule, final Blocks blocks, final ScfOutcome serial) {
        this.molecule = molecule;
        this.blocks = blocks;
        this.serial = serial;
    }

    /** Returns what is wrong in words; empty where all is right. */
    String complaint(final ScfOutcome found) {
        if (!(Math.abs(found.energy() - serial.energy()) <= OF_SERIAL)) {
            return String.format(Locale.ROOT, "energy %.10f; one thread has found %.10f", found.energy(),
                serial.energy());
        }
        if (molecule.knownEnergy().isPresent()
            && !(Math.abs(found.energy() - molecule.knownEnergy().getAsDouble()) <= OF_KNOWN)) {
            return String.format(Locale.ROOT, "energy %.10f; others have found %.9f", found.energy(),
                molecule.knownEnergy().getAsDouble());
        }
        final long expected = found.iterations() * blocks.tasks();
        return found.all().tasks() == expected ? "" : found.all().tasks() + " tasks drawn; expected " + expected;
    }
}
