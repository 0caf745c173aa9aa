import { tellFiguresOf } from './typed.mjs';

await tellFiguresOf('page-pushes.ts');
