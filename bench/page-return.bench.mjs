import { tellFiguresOf } from './typed.mjs';

await tellFiguresOf('page-return.ts');
