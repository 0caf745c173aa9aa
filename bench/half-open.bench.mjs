import { printFiguresOf } from './print-figures.mjs';

await printFiguresOf('half-open.ts');
