import path from 'node:path';

const { PHYSIO_PROGRAM: given } = process.env;

/** The program under test and its first word: the built command line, or the file that PHYSIO_PROGRAM names, such as the executable or an installed one. */
export const PHYSIO: readonly [program: string, word: string] =
  given === undefined ? [process.execPath, path.resolve('dist/cli/physio.js')] : ['env', path.resolve(given)];
