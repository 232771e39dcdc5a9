/**
 * Global Arrays: dense matrices of one to three dimensions over all nodes, read and changed by patches with one-sided
 * operations. Read first: {@link org.gmt4j.ga.GlobalMatrix}, {@link org.gmt4j.ga.MatrixSpec}, {@link
 * org.gmt4j.ga.Box}.
 */
package org.gmt4j.ga;
