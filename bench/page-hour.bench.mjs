import { tellFiguresOf } from './typed.mjs';

await tellFiguresOf('page-hour.ts');
