/** What the distribution adds to its libraries: logging. Anything else belongs below. */
package org.gmt4j.dist;
