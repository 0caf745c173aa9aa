// @vitest-environment happy-dom
import { orderRows } from './fault-matrix/order.ts';
import { runFaultMatrix } from './fault-matrix/fault-matrix.tsx';

runFaultMatrix(orderRows);
