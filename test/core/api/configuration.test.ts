import { expect, test } from 'vitest';
import { Configuration } from '../../../src/core/api/configuration/configuration.ts';
import { optionOf, tablesOf } from '../../../src/core/device/tables.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';

function complaintAbout(json: unknown): string {
  try {
    Configuration.from(json);
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'configuration') return thrown.message;
    throw thrown;
  }
  throw new Error('expected a complaint');
}

test('A configuration needs the address of the server only', () => {
  expect(Configuration.from({ apiBase: 'https://cloud.test' }).values).toMatchObject({
    appKey: 'physio',
    version: '1.0.0',
    basePath: '/',
    brand: { name: 'PhysioLease', description: '' },
    endpoints: {},
    support: {},
    tables: {},
  });
});

test('An endpoint is called below the API address, at the path of the deployment if it has one', () => {
  const call = getLeaseOrder;
  const reached = (json: object) => Configuration.from(json).addressOf(call, { sno: 'A&B' });
  expect(reached({ apiBase: 'https://cloud.test/api/' })).toBe(`https://cloud.test/api${call.path}?sno=A%26B`);
  expect(reached({ apiBase: 'https://cloud.test/api//' })).toBe(`https://cloud.test/api${call.path}?sno=A%26B`);
  expect(reached({ apiBase: 'https://cloud.test', endpoints: { [call.name]: { path: '/own' } } })).toBe(
    'https://cloud.test/own?sno=A%26B',
  );
  expect(Configuration.from({ apiBase: 'https://cloud.test' }).addressOf(call)).toBe(`https://cloud.test${call.path}`);
});

test.each<[string, object]>([
  ['apiBase', {}],
  ['apiBase', { apiBase: 7 }],
  ['basePath', { apiBase: 'https://x', basePath: 'h5' }],
  ['basePath', { apiBase: 'https://x', basePath: '/h5/../' }],
  [
    'endpoints.order.getLeaseOrder.path',
    { apiBase: 'https://x', endpoints: { 'order.getLeaseOrder': { path: 'order' } } },
  ],
  ['idempotencyHeader', { apiBase: 'https://x', idempotencyHeader: 'a b\r\n' }],
  ['idempotencyHeader', { apiBase: 'https://x', idempotencyHeader: 'Authorization' }],
  ['idempotencyHeader', { apiBase: 'https://x', idempotencyHeader: 'content-type' }],
  ['idempotencyHeader', { apiBase: 'https://x', idempotencyHeader: 'X-Request-ID' }],
  ['tables.voltage.0.code', { apiBase: 'https://x', tables: { voltage: [{ code: 'one' }] } }],
  ['tables.voltage.1.code', { apiBase: 'https://x', tables: { voltage: [{ code: 255 }, { code: 256 }] } }],
  [
    'tables.voltage: expected each code once',
    { apiBase: 'https://x', tables: { voltage: [{ code: 1 }, { code: 1 }] } },
  ],
  [
    'tables.voltage: expected each label once',
    {
      apiBase: 'https://x',
      tables: {
        voltage: [
          { code: 1, label: '强' },
          { code: 2, label: '强 ' },
        ],
      },
    },
  ],
  [
    'tables.voltage: expected each label once',
    {
      apiBase: 'https://x',
      tables: {
        voltage: [
          { code: 1, amount: 3000 },
          { code: 3, label: '3000 V' },
        ],
      },
    },
  ],
  [
    'tables.voltage: expected each label once',
    {
      apiBase: 'https://x',
      tables: {
        voltage: [
          { code: 1, amount: 3000 },
          { code: 2, amount: 3000 },
        ],
      },
    },
  ],
  [
    'tables.voltage.0.label: expected a label',
    { apiBase: 'https://x', tables: { voltage: [{ code: 1, label: ' ' }] } },
  ],
  ['tables.minutes.1', { apiBase: 'https://x', tables: { minutes: [1_440, 1_441] } }],
  ['tables.minutes.0', { apiBase: 'https://x', tables: { minutes: ['15'] } }],
  ['brand.name', { apiBase: 'https://x', brand: { name: 7 } }],
])('The refusal of an invalid configuration names the field: %s', (field, json) => {
  expect(complaintAbout(json)).toContain(field);
});

test.each(['Cookie', 'host', 'Date', 'Content-Length', 'Sec-Key', 'proxy-key'])(
  'The key of a purchase cannot be under a header that a browser never sends for a page: %s',
  (idempotencyHeader) => {
    expect(complaintAbout({ apiBase: 'https://x', idempotencyHeader })).toContain('idempotencyHeader');
  },
);

test('A long path with a space in it is refused at once', () => {
  const began = performance.now();
  expect(complaintAbout({ apiBase: '/api', basePath: '/physiotherapy-rental-shop-abc /' })).toContain('basePath');
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('The refusal of a configuration without a required field says that it is required', () => {
  expect(complaintAbout({})).toBe('apiBase: required');
  expect(complaintAbout({ apiBase: '/api', notice: { title: 't', items: [] } })).toBe('notice.version: required');
});

test('The refusal of a configuration names every wrong field at once', () => {
  expect(complaintAbout({ basePath: 3 })).toMatch(/apiBase.*basePath/);
});

test('A configuration may omit each field of the brand', () => {
  const brandOf = (brand: object) => Configuration.from({ apiBase: 'https://x', brand }).values.brand;
  expect([brandOf({}), brandOf({ name: 'A' }), brandOf({ description: 'B' })]).toEqual([
    { name: 'PhysioLease', description: '' },
    { name: 'A', description: '' },
    { name: 'PhysioLease', description: 'B' },
  ]);
});

test('An unknown field of a configuration is accepted and can be listed at any depth', () => {
  const json: unknown = JSON.parse(
    '{"apiBase":"https://x","colour":1,"brand":{"nmae":"A"},"endpoints":{"order.getOrder":{"path":"/a"},"order.getLeaseOrder":{"path":"/b","verb":1}},"tables":{"voltage":[{"code":1},{"code":2,"volt":3}]},"constructor":1}',
  );
  expect(Configuration.from(json).values.apiBase).toBe('https://x');
  expect(Configuration.unknownIn(json)).toEqual([
    'colour',
    'brand.nmae',
    'endpoints.order.getOrder',
    'endpoints.order.getLeaseOrder.verb',
    'tables.voltage.1.volt',
    'constructor',
  ]);
  expect(Configuration.unknownIn({ apiBase: 'https://x', brand: { name: 'A' }, support: {} })).toEqual([]);
});

test.each([
  { language: 'zh-CN' },
  { language: 'auto' },
  {
    tables: {
      waveform: [
        { code: 1, name: 'waveform-1' },
        { code: 2, label: '弱' },
      ],
    },
  },
  { notice: { version: '1', title: { en: 'Please read' }, items: ['请先阅读'], confirm: '确认' } },
])('No field of the configuration %j is unknown', (fields) => {
  expect(Configuration.unknownIn({ apiBase: '/api', ...fields })).toEqual([]);
});

test.each([null, undefined, 'text', 3, []])('The value %j is refused as a configuration', (json) => {
  expect(complaintAbout(json)).not.toBe('');
});

test('A deployment may replace one table and keep the others', () => {
  const { values } = Configuration.from({
    apiBase: 'https://x',
    tables: { minutes: [10], voltage: [{ code: 1, label: '弱' }] },
  });
  const tables = tablesOf(values);
  expect(tables.minutes).toEqual([10]);
  expect(tables.voltage).toEqual([{ code: 1, label: '弱' }]);
  expect(tables.infrared).toHaveLength(4);
});

test('The standard tables match the devices', () => {
  const { minutes, voltage, frequency, waveform, infrared } = tablesOf({ tables: { voltage: undefined } });
  expect(minutes).toEqual([30, 40, 50, 60, 180, 300, 510]);
  expect(voltage.map(({ amount, name }) => amount ?? name)).toEqual([
    3000,
    4000,
    5000,
    7000,
    9000,
    11000,
    13000,
    'smart-loop',
  ]);
  expect([frequency.length, optionOf(frequency, 1)?.amount, optionOf(frequency, 11)?.amount]).toEqual([11, 50, 60]);
  expect(waveform.map(({ code }) => code)).toEqual([1, 2, 3]);
  expect(infrared.map(({ code, name }) => [code, name])).toEqual([
    [1, 'off'],
    [2, 'low'],
    [3, 'medium'],
    [4, 'high'],
  ]);
  expect(optionOf(voltage, 99)).toBeUndefined();
  expect(optionOf(voltage, undefined)).toBeUndefined();
});
