import { tellFiguresOf } from './typed.mjs';

await tellFiguresOf('page-lighthouse.ts');
