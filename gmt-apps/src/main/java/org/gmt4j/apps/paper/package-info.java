/**
 * Applications of the GMT paper (Morari et al., IPDPS 2014) beside the search: a concurrent set of strings, a random
 * walk over a graph; and a word count. Read first: {@link org.gmt4j.apps.paper.StringsApp}.
 */
package org.gmt4j.apps.paper;
