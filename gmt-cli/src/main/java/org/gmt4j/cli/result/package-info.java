/**
 * The result of a run for people and programs: {@link org.gmt4j.cli.result.RunResult}, filled by an application and
 * written as text, JSON or CSV. The JSON keys are a contract. Read first: {@link org.gmt4j.cli.result.RunResult},
 * {@link org.gmt4j.cli.result.SampleStatistics}, {@link org.gmt4j.cli.result.JsonResultWriter}.
 */
package org.gmt4j.cli.result;
