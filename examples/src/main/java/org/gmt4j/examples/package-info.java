/**
 * Programs of one screen each, to copy from: {@code examples/README.md} lists them.
 */
package org.gmt4j.examples;
