/**
 * Products of tiles in one node's memory, for each type of elements: what multiplication, LU and its solution compute
 * between two transfers. Start with {@link org.gmt4j.ga.product.ProductSums} and
 * {@link org.gmt4j.ga.product.DoubleProduct}. No node, no matrix and no fiber is known here.
 */
package org.gmt4j.ga.product;
