/**
 * Typed arrays in the global address space. Floor R3.
 *
 * <p>Read {@link org.gmt4j.runtime.array.GlobalLongArray}, {@link org.gmt4j.runtime.array.Distribution},
 * {@link org.gmt4j.runtime.array.ArrayCatalog}. How commands travel does not belong here.
 */
package org.gmt4j.runtime.array;
