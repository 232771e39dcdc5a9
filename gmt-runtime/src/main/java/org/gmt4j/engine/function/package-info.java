/**
 * How the body of a task gets to another node: as the dense id of a known function and its captured values as bytes.
 *
 * <p>Bodies are ordinary lambdas, method references, records and classes. Each node builds the same table of what its
 * registered classes contain ({@link org.gmt4j.engine.function.FunctionRegistry}); nodes compare the tables when they
 * join, so an id means the same on all of them. No Java serialisation stream is ever written or read, and bytes can
 * only name what the table holds: a forged message cannot make a node load or instantiate anything else.
 *
 * <p>Read first: {@code FunctionRegistry} (the table and the way in), {@code ValueCodec} (what a value looks like as
 * bytes), {@code LambdaSite} (how a lambda is taken apart and made again). What a task does with its body, and the
 * interfaces that bodies implement, do not belong here.
 */
package org.gmt4j.engine.function;
