import { printFiguresOf } from './print-figures.mjs';

await printFiguresOf('reconnect.ts');
