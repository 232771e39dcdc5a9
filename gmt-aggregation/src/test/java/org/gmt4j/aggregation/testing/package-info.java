/**
 * What the tests of the aggregation floors share: native memory, a tiny owner of words that executes commands, a
 * completion that counts. Also for the tests of modules above.
 */
package org.gmt4j.aggregation.testing;
