/**
 * Sends the body of a task to another node as the dense id of a known function and its captured values.
 *
 * <p>Bodies are ordinary lambdas, method references, records and classes. Each node builds the same table from its
 * registered classes ({@link org.gmt4j.engine.function.FunctionRegistry}). Nodes compare the tables when they join, so
 * an id has the same meaning on all of them. No Java serialisation stream is ever written or read, and bytes can only
 * name entries of the table: a forged message cannot make a node load or instantiate any other class.
 *
 * <p>Read first: {@code FunctionRegistry} (the table and the way in), {@code ValueCodec} (the encoding of values),
 * {@code LambdaSite} (how a lambda is decomposed and reconstructed). The execution of bodies, and the interfaces that
 * they implement, do not belong here.
 */
package org.gmt4j.engine.function;
