import { tellFiguresOf } from './typed.mjs';

await tellFiguresOf('page-bytes.ts');
