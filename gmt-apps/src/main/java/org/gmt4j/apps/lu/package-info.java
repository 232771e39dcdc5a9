/**
 * LU factorisation of a matrix over all nodes, as an application. The factorisation itself is
 * {@link org.gmt4j.ga.LuFactorisation}. Read first: {@link org.gmt4j.apps.lu.LuApp}, {@link
 * org.gmt4j.apps.lu.LuProblem}, {@link org.gmt4j.apps.lu.LuResidual}.
 */
package org.gmt4j.apps.lu;
