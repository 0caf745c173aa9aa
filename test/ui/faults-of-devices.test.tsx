// @vitest-environment happy-dom
import { deviceRows } from './fault-rows/device.ts';
import { triesEach } from './fault-rows/tries-each.tsx';

triesEach(deviceRows);
