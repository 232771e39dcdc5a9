/**
 * Typed settings that remember where each value came from.
 *
 * <p>A settings record lives beside the class that reads it; each component carries {@link Setting} with key, unit,
 * default and meaning. One name has three spellings: key {@code gmt.comm.buffer.size}, environment variable
 * {@code GMT_COMM_BUFFER_SIZE}, flag {@code --comm-buffer-size}. Order of precedence: program, flag, environment,
 * {@code -Dgmt.*}, {@code gmt.properties}, default.
 *
 * <p>Floor A0: depends on nothing but the JDK. Read first: {@link Setting}, {@link Settings}, {@link SettingCatalog}.
 * This is the only package that reads environment variables and system properties. Collaborators (clocks, idle
 * strategies, thread factories) are not settings and do not belong here.
 */
package org.gmt4j.aggregation.settings;
