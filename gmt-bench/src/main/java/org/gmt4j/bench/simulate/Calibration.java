package org.gmt4j.bench.simulate;
import java.io.PrintWriter;
final class Calibration { static CostModel inProcessOfItsOwn(PrintWriter err) { return CostModel.DEFAULT; } }
