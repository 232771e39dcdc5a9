/**
 * Jacobi's iteration on a grid over all nodes: a Global Arrays program with ghosts. Read first:
 * {@link org.gmt4j.apps.stencil.JacobiApp}, {@link org.gmt4j.apps.stencil.JacobiNode}.
 */
package org.gmt4j.apps.stencil;
