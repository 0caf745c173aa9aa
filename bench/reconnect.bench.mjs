import { tellFiguresOf } from './typed.mjs';

await tellFiguresOf('reconnect.ts');
