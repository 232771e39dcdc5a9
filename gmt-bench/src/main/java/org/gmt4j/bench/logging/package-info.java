/** What the distribution's processes write to stderr. */
package org.gmt4j.bench.logging;
