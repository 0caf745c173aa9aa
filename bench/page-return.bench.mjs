import { printFiguresOf } from './print-figures.mjs';

await printFiguresOf('page-return.ts');
