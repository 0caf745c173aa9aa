import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Code that drops an error without a look at it, by what it is. A caught error that is named must be used: the linter sees to it. */
const SILENT: Record<string, RegExp> = {
  'a catch without its error': /\bcatch \{/g,
  'a rejection handler without its error': /\.catch\(\s*(?:async )?\(\) =>/g,
  'a second handler of then without its error': /\.then\(\n(?:(?! *\);).*\n)*? *\(\) => .*,\n *\);/g,
  'allSettled, whose reasons somebody must read': /\bPromise\.allSettled\(/g,
  'a reaction of MobX, which drops what its effect throws':
    /import \{[^}]*\b(?:autorun|reaction|when)\b[^}]*\} from 'mobx'/g,
};

function silentIn(text: string): string[] {
  return Object.entries(SILENT).flatMap(([kind, pattern]) => Array.from(text.matchAll(pattern), () => kind));
}

/** The files that may drop errors: how many times, and why no bug vanishes there. */
const ALLOWED: Record<string, [times: number, reason: string]> = {
  'adapters/browser/camera/camera-scanner.ts': [1, 'the same promise is awaited once the camera is open'],
  'adapters/browser/page-clock.ts': [1, 'only a request for the time, without which the page goes on'],
  'adapters/browser/own-page.ts': [1, 'only fetch: a failed request is the answer'],
  'adapters/browser/web-app-storage.ts': [1, 'only the storage of the browser, which throws anything, or is null'],
  'adapters/browser/wechat/wechat-scanner.ts': [1, 'only JSON.parse: most codes are no JSON'],
  'adapters/node/debug-log.ts': [1, 'only JSON.parse'],
  'adapters/gizwits/frames.ts': [1, 'only JSON.parse'],
  'adapters/http/http-address.ts': [1, 'only new URL'],
  'adapters/in-memory-mutex.ts': [1, 'the caller gets the same rejection'],
  'adapters/node/files/file-lock.ts': [2, 'only calls of the file system: another process may have been faster'],
  'adapters/node/network/proxy-settings.ts': [1, 'only decodeURIComponent'],
  'adapters/node/files/used-directories.ts': [
    1,
    'only calls of the file system: another process may have removed the file',
  ],
  'adapters/report/otlp-reporter.ts': [1, 'only the request: a report that cannot be sent is not reported'],
  'adapters/http/tracing-http.ts': [1, 'only JSON.parse: a body that is no object has no code'],
  'cli/commands/plan/offer.ts': [1, 'the command reports every reason'],
  'cli/commands/support/case.ts': [1, 'the same promise is reported with the lease'],
  'cli/input/text-file.ts': [1, 'only TextDecoder: another encoding is tried'],
  'cli/settings/config-directory.ts': [1, 'only os.userInfo, which throws for an unknown user'],
  'cli/words/jwt-claims.ts': [1, 'only JSON.parse'],
  'cli/account/known-devices.ts': [1, 'only JSON.parse'],
  'cli/main.ts': [2, 'only fstat'],
  'cli/output/output.ts': [1, 'main.ts handles the errors of the stream'],
  'cli/account/person-directory.ts': [1, 'only JSON.parse: a damaged file names nothing'],
  'cli/account/token-file.ts': [1, 'only JSON.parse'],
  'cli/settings/trusted-folders.ts': [1, 'only realpath'],
  'core/api/api-client.ts': [1, 'a failed prefetch: the next call sends its own request'],
  'core/api/examine/examine-call.ts': [1, 'only JSON.parse'],
  'core/checkout/place/order-request.ts': [1, 'only JSON.parse: an intent of another release'],
  'core/device/follow/follow-device.ts': [1, 'both reasons are reported'],
  'core/entry/entry-policy.ts': [1, 'the same promise is awaited below, and the API client has reported it'],
  'core/basics/query-string.ts': [1, 'only decodeURIComponent'],
  'core/state/latest-instant.ts': [1, 'only JSON.parse'],
  'core/state/stored.ts': [1, 'only JSON.parse'],
  'core/treatment/running-state.ts': [
    1,
    'the caller awaits the check as well, and a report whose reason is dropped is read again',
  ],
  'ui/parts/entry/ScannerView.tsx': [1, 'only video.play, which the browser may refuse'],
  'ui/parts/words/copy-text.ts': [2, 'only the clipboard: the other way follows, and then the text to copy by hand'],
  'ui/stores/release-watcher.ts': [1, 'only JSON.parse: a file that is no object names no build'],
  'ui/screens/process/StayOn.tsx': [2, 'only the wake lock, which the browser may refuse'],
};

const SRC = path.resolve('src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => name.replaceAll(path.sep, '/'));

test('No code drops an error without a look at it, except in the listed places', () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((name) => {
    const times = silentIn(readFileSync(path.join(SRC, name), 'utf8')).length;
    return times > 0 ? [[name, times] as const] : [];
  });
  const allowed = Object.entries(ALLOWED).map(([name, [times]]) => [name, times]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
});

const PLANTED: [kind: string, code: string][] = [
  ['a catch without its error', 'try {\n  use();\n} catch {\n  return undefined;\n}'],
  ['a catch without its error', 'try {\n  use();\n} catch {}'],
  ['a rejection handler without its error', 'void load().catch(() => undefined);'],
  ['a rejection handler without its error', 'await load().catch(() => {});'],
  ['a rejection handler without its error', 'await load().catch(async () => again());'],
  ['a second handler of then without its error', 'load().then(\n  (value) => use(value),\n  () => forget(),\n);'],
  ['allSettled, whose reasons somebody must read', 'const all = await Promise.allSettled(requests);'],
  ['a reaction of MobX, which drops what its effect throws', "import { autorun } from 'mobx';"],
  ['a reaction of MobX, which drops what its effect throws', "import { makeAutoObservable, reaction } from 'mobx';"],
];

test.each(PLANTED)('The rule finds %s', (kind, code) => {
  expect(silentIn(code)).toEqual([kind]);
});

test.each([
  'try {\n  use();\n} catch (thrown) {\n  ignoreFailure(thrown);\n}',
  'await load().catch(ignoreFailure);',
  'await load().then(\n  (value) => use(value),\n  (thrown: unknown) => report(thrown),\n);',
  "import { makeAutoObservable } from 'mobx';",
])('The rule accepts code that looks at the error: %s', (code) => {
  expect(silentIn(code)).toEqual([]);
});
