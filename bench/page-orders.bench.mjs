import { tellFiguresOf } from './typed.mjs';

await tellFiguresOf('page-orders.ts');
