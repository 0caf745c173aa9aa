import { printFiguresOf } from './print-figures.mjs';

await printFiguresOf('page-taps.ts');
