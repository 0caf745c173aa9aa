// @vitest-environment happy-dom
import { deviceRows } from './fault-matrix/device.ts';
import { runFaultMatrix } from './fault-matrix/fault-matrix.tsx';

runFaultMatrix(deviceRows);
