/**
 * A self-consistent field of closed shells, as the example of the same name in Global Arrays: tasks of two-electron
 * integrals from a counter, added to a Fock matrix over all nodes. Read first: {@link org.gmt4j.apps.scf.ScfApp},
 * {@link org.gmt4j.apps.scf.Scf}, {@link org.gmt4j.apps.scf.FockTask}.
 *
 * @see "Szabo, Ostlund: Modern Quantum Chemistry, 1989, chapter 3 and appendices A and B"
 */
package org.gmt4j.apps.scf;
