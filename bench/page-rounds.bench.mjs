import { tellFiguresOf } from './typed.mjs';

await tellFiguresOf('page-rounds.ts');
