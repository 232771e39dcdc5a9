package org.gmt4j.bench.simulate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CalibrationTest {
    @Test
    void shouldMeasureCostsThatTheModelTakes() throws InterruptedException {
        final Map<Cost, Double> costs = Calibration.measure(new StepTimer(2_000_000, 5_000_000));
        assertTrue(costs.size() >= 9, costs.toString());
        CostModel model = CostModel.DEFAULT;
        for (final Map.Entry<Cost, Double> cost : costs.entrySet()) {
            model = model.with(cost.getKey().spelling() + "=" + cost.getValue());
        }
        assertTrue(model.value(Cost.SEND) > 0 && model.value(Cost.WAKE) > 0 && model.value(Cost.COMMAND) > 0,
            costs.toString());
    }
}
