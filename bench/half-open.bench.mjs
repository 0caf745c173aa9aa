import { tellFiguresOf } from './typed.mjs';

await tellFiguresOf('half-open.ts');
