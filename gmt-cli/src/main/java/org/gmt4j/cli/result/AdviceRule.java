package org.gmt4j.cli.result;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A rule of {@code --advise}, as data. It speaks where its measure is above its threshold.
 *
 * @param name       in JSON
 * @param threshold  why it is where it is, {@link AdviceRules} says
 * @param measure    of a run; NaN where the run does not have it, or too little of it to say anything
 * @param finding    what limited the run
 * @param figure     the measure in words, with the counts behind it
 * @param suggestion the setting or the change of the program to try
 */
record AdviceRule(String name, double threshold, ToDoubleFunction<AdviceFigures> measure, String finding,
                  Function<AdviceFigures, String> figure, String suggestion) {

    Optional<Advice> apply(final AdviceFigures run) {
        final double value = measure.applyAsDouble(run);
        return value > threshold
            ? Optional.of(new Advice(name, finding, figure.apply(run), value, threshold, suggestion))
            : Optional.empty();
    }
}
