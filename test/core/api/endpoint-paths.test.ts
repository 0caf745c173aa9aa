import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../src/core/contract.ts';
import { CALLS } from '../../../src/core/api/calls.ts';
import { Configuration } from '../../../src/core/api/configuration/configuration.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDevice, stopDevice } from '../../../src/core/treatment/api.ts';

const calls = Object.values(contract).flatMap((group) => Object.values(group));
const writes = calls.filter(({ kind }) => kind === 'write');

/** The error message for these overrides; undefined if the configuration accepts them. */
function refusalOf(overrides: Record<string, string>): string | undefined {
  const endpoints = Object.fromEntries(Object.entries(overrides).map(([name, path]) => [name, { path }]));
  try {
    Configuration.from({ apiBase: 'https://cloud.test/api', endpoints });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'configuration') return thrown.message;
    throw thrown;
  }
}

/** Spellings that some server, proxy or browser treats as the same path. */
const respelled = (path: string) =>
  fc
    .constantFrom<((text: string) => string)[]>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => `${text}/`,
      (text) => `${text}//`,
      (text) => `/${text}`,
      (text) => text.replaceAll('/', '//'),
      (text) => text.replaceAll('/', '/./'),
      (text) => `/x/..${text}`,
      (text) => text.replace('/', '/%2e%2e/'),
      (text) => text.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      (text) => text.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
      (text) => text.replaceAll('/', '\\'),
      (text) => `${text}?sno=1`,
      (text) => `${text}#part`,
      (text) => `${text};x=1`,
      (text) => `${text}.json`,
      (text) => `/v2${text}`,
      (text) => ` ${text}`,
      (text) => text.replace('o', '\u043e'),
      (text) => text.replace('/', '/\n'),
    )
    .map((respell) => respell(path));

test('The table of calls names every endpoint of the contract, and no other', () => {
  expect(calls.map(({ name, kind, path }) => [name, { kind, path }]).toSorted()).toEqual(
    Object.entries(CALLS).toSorted(),
  );
});

describe('Configuration: moved endpoints', () => {
  test('A moved endpoint is accepted if no other endpoint has its path', () => {
    expect(
      refusalOf({ 'order.getLeaseOrder': `/v2${getLeaseOrder.path}`, 'treatment.stopDevice': '/v2/device/halt/' }),
    ).toBeUndefined();
  });

  test('A moved endpoint may keep its usual path or have it below another folder', () => {
    expect(refusalOf(Object.fromEntries(calls.map(({ name, path }) => [name, `/app${path}`])))).toBeUndefined();
    expect(refusalOf(Object.fromEntries(calls.map(({ name, path }) => [name, path])))).toBeUndefined();
  });

  test('A configuration that swaps two writes, or sends a write to a read, is refused', () => {
    expect(refusalOf({ 'treatment.startDevice': stopDevice.path, 'treatment.stopDevice': startDevice.path })).toContain(
      'endpoints.treatment.startDevice',
    );
    expect(refusalOf({ 'treatment.stopDevice': getLeaseOrder.path })).toContain('endpoints.treatment.stopDevice');
  });

  test('A configuration is refused if it sends a read to the new or the former path of a write', () => {
    expect(refusalOf({ 'treatment.stopDevice': '/halt', 'device.readLatest': '/halt' })).toContain(
      'endpoints.device.readLatest',
    );
    expect(refusalOf({ 'treatment.stopDevice': '/halt', 'device.readLatest': stopDevice.path })).toContain(
      'endpoints.device.readLatest',
    );
  });

  test('A path that leaves the API is refused: another host, a folder above, a query, a fragment, a backslash', () => {
    for (const path of [
      'order',
      '',
      '/',
      '//evil.example/x',
      '/\\evil.example',
      '/a/../b',
      '/a/./b',
      '/..',
      '/a?b=1',
      '/a?',
      '/a#b',
      '/a%2fb',
      '/a b',
      '/a;b',
      '/a\tb',
      '/ａ',
      'https://evil.example/a',
      '/@evil',
      '/a//b',
    ])
      expect([path, refusalOf({ 'order.getLeaseOrder': path })]).toEqual([
        path,
        expect.stringContaining('endpoints.order.getLeaseOrder'),
      ]);
  });

  test('No spelling of a path sends a read to a write, or a write to any other endpoint', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...calls).chain((call) => {
          const others = call.kind === 'read' ? writes : calls.filter(({ name }) => name !== call.name);
          return fc.constantFrom(...others).chain((other) => fc.tuple(fc.constant(call.name), respelled(other.path)));
        }),
        ([name, path]) => {
          expect(refusalOf({ [name]: path })).toContain(`endpoints.${name}`);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('Any configured path is either refused or called below the address of the API', () => {
    const sign = fc.constantFrom(...'/./..%2e2f?#\\:;@~_- \t\nabAé\u202e😀');
    const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((rest) => `/${rest}`),
        ),
        (path) => {
          if (refusalOf({ 'order.getLeaseOrder': path }) !== undefined) return;
          const configuration = Configuration.from({
            apiBase: 'https://cloud.test/api',
            endpoints: { 'order.getLeaseOrder': { path } },
          });
          const address = new URL(configuration.addressOf(getLeaseOrder));
          expect(address.href).toBe(`https://cloud.test/api${path}`);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

test('An API address with a query or a fragment is refused, because it would absorb the path of each call', () => {
  for (const apiBase of [`https://cloud.test${stopDevice.path}?`, `https://cloud.test${stopDevice.path}#`, '/api?x='])
    expect(() => Configuration.from({ apiBase })).toThrow(/apiBase/);
});
