// @vitest-environment happy-dom
import { orderRows } from './fault-rows/order.ts';
import { triesEach } from './fault-rows/tries-each.tsx';

triesEach(orderRows);
