/**
 * Molecular dynamics of particles with a Lennard-Jones potential, over a matrix of all nodes: forces in tasks for pairs
 * of blocks, drawn from one counter. Read first: {@link org.gmt4j.apps.lj.LjApp}, {@code StepLoop}, {@code TicketTask}.
 */
package org.gmt4j.apps.lj;
