import { expect, test } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import { isMissingFile, loaded } from '../../src/ui/lazy.ts';

const FILE = 'https://app.test:5180/assets/Share-B1x2.js';

/** An error as a browser throws it. `stack` is that of Chromium, which begins with the error, or of WebKit, which does not. */
function thrown(error: Error, stack: string): Error {
  return Object.assign(error, { stack });
}

const FAILED_REQUESTS: Record<string, Error> = {
  'Chromium that fetches no file': thrown(
    new TypeError(`Failed to fetch dynamically imported module: ${FILE}`),
    `TypeError: Failed to fetch dynamically imported module: ${FILE}`,
  ),
  'WebKit that fetches no file': thrown(new TypeError('Importing a module script failed.'), `load@${FILE}:1:200`),
  'WebKit that gets a page instead of a script': thrown(
    new TypeError("'text/html' is not a valid JavaScript MIME type."),
    '',
  ),
  'Firefox that fetches no file': thrown(new TypeError(`error loading dynamically imported module: ${FILE}`), ''),
  'a style sheet that is missing': thrown(
    new Error('Unable to preload CSS for /assets/Share-B1x2.css'),
    `Error: Unable to preload CSS for /assets/Share-B1x2.css\n    at HTMLLinkElement.<anonymous> (${FILE}:1:300)`,
  ),
  'files of two builds': thrown(
    new SyntaxError("The requested module './rest-C3.js' does not provide an export named 't'"),
    `SyntaxError: The requested module './rest-C3.js' does not provide an export named 't' at ${FILE}:1:10`,
  ),
};

const BUGS: Record<string, Error> = {
  Chromium: thrown(
    new TypeError("Cannot read properties of null (reading 'planted')"),
    `TypeError: Cannot read properties of null (reading 'planted')\n    at ${FILE}:1:200`,
  ),
  WebKit: thrown(new ReferenceError("Can't find variable: planted"), `module code@${FILE}:1:200`),
};

const problemOf = (cause: unknown) => loaded(Promise.reject(cause)).catch((problem: unknown) => problem);

test.each(Object.entries(FAILED_REQUESTS))(
  'A file that is not there is a failure of the network: %s',
  async (_, cause) => {
    expect(isMissingFile(cause)).toBe(true);
    expect(await problemOf(cause)).toMatchObject({ name: 'Problem', code: 'network', cause });
  },
);

test.each(Object.entries(BUGS))(
  'A bug in the code of a file is an internal error in %s, and no missing file',
  async (_, cause) => {
    expect(isMissingFile(cause)).toBe(false);
    expect(await problemOf(cause)).toMatchObject({ name: 'Problem', code: 'internal', cause });
  },
);

test('A Problem of the code that loads a file stays as it is', async () => {
  const problem = new Problem('configuration');
  expect(await problemOf(problem)).toBe(problem);
});
