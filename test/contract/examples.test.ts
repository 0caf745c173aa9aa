import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { RECEIVED, SENT } from '../../src/adapters/gizwits/frames.ts';
import { SPELLINGS } from '../../contract/spellings.ts';
import { contract } from '../../src/core/contract.ts';
import { compareAnswer } from '../../src/core/api/examine/compare-answer.ts';
import type { Endpoint } from '../../src/core/api/endpoint.ts';
import { type Content, madeDocuments, Referee, type Schema } from './documents.ts';

type Call = Endpoint<never, v.GenericSchema, v.GenericSchema>;
type Envelope = { code: string; message: string; data?: unknown };

const { openApi, asyncApi } = madeDocuments();
const referee = new Referee(openApi, asyncApi);
const calls = Object.values(contract).flatMap((verbs): Call[] => Object.values(verbs));
const operationOf = ({ path }: Call) => {
  const operation = openApi.paths[path]?.['post'];
  if (!operation) throw new Error(`${path} is not in the document`);
  return operation;
};
const valuesOf = (content: Content) =>
  Object.entries(content['application/json'].examples).map(([name, { value }]) => [name, value] as const);
const answersOf = (call: Call) => valuesOf(operationOf(call).responses[200].content) as (readonly [string, Envelope])[];
const isDone = ({ code }: Envelope) => code === '200';

describe.each(calls.map((call) => ({ name: call.name, call })))('the examples of $name', ({ call }) => {
  test('The examples of an endpoint are pairs of a request and its answer, the first of them a success', () => {
    const requests = valuesOf(operationOf(call).requestBody.content).map(([name]) => name);
    expect(answersOf(call).map(([name]) => name)).toEqual(requests);
    expect(requests[0]).toBe('usual');
    expect(answersOf(call)[0]?.[1]).toMatchObject({ code: '200' });
  });

  test('The examples of an endpoint hold requests as the app sends them and answers as the app reads them, to the last field', () => {
    for (const [name, body] of valuesOf(operationOf(call).requestBody.content)) {
      const { data } = body as { data?: unknown };
      const { output } = v.safeParse(call.request, data);
      expect([name, output]).toEqual([name, data]);
    }
    for (const [name, { data }] of answersOf(call).filter(([, answer]) => isDone(answer))) {
      expect([name, v.is(call.answer, data)]).toEqual([name, true]);
      expect([name, compareAnswer(call, data).filter(({ verdict }) => verdict !== 'not-sent')]).toEqual([name, []]);
    }
  });

  test('The examples of an endpoint match the document’s own schemas', () => {
    const answers = new Map(answersOf(call));
    const query = Object.fromEntries(
      operationOf(call).parameters.flatMap((one) =>
        'in' in one && one.in === 'query' ? [[one.name, String(one.example)]] : [],
      ),
    );
    for (const [name, body] of valuesOf(operationOf(call).requestBody.content)) {
      const wrong = referee.wrongWithCall({
        method: 'POST',
        path: call.path,
        query,
        headers: {},
        body,
        status: 200,
        answer: answers.get(name),
      });
      expect([name, wrong]).toEqual([name, []]);
    }
  });
});

test('The codes of refusals that the app tells apart are among the examples', () => {
  const codes = (call: Call) => answersOf(call).map(([, { code }]) => code);
  expect(codes(contract.account.sendCode)).toEqual(['200', '2', '1000011']);
  expect(codes(contract.account.updatePhone)).toEqual(['200', '517']);
});

test('Every answer with another status than 200 has an example', () => {
  const examples = Object.values(openApi.components.responses).map(
    ({ content }) => content['application/json'].example,
  );
  expect(examples).toHaveLength(4);
  expect(examples).toEqual(examples.map(() => ({ code: expect.any(String), message: expect.any(String), data: null })));
});

const frames: Record<string, v.GenericSchema> = { ...SENT, ...RECEIVED };

test.each(Object.keys(frames))(
  'The examples of %s are as the app sends or reads them, and as the document’s schema describes them',
  (cmd) => {
    const { examples } = asyncApi.components.messages[cmd] ?? { examples: [] };
    expect(examples[0]?.name).toBe('usual');
    for (const { name, payload } of examples) {
      const { output } = v.safeParse(frames[cmd] ?? v.never(), payload);
      expect([name, output]).toEqual([name, payload]);
      expect([name, referee.wrongWithFrame(cmd in SENT ? 'send' : 'receive', payload)]).toEqual([name, []]);
    }
  },
);

test('The frames log in with what the example of device.enterPage answers', () => {
  const [[, { data }] = ['', { data: undefined }]] = answersOf(contract.device.enterPage);
  const { did, appId: appid, uid, token } = v.parse(contract.device.enterPage.answer, data);
  const payload = (cmd: string) => asyncApi.components.messages[cmd]?.examples[0]?.payload;
  expect(payload('login_req')).toMatchObject({ data: { appid, uid, token } });
  expect(payload('subscribe_req')).toMatchObject({ data: [{ did }] });
});

/** All fields of a schema, nested ones included. */
function* fieldsOf(schema: unknown, place: string): Generator<{ place: string; schema: Schema }> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, inner] of Object.entries(schema)) {
    if (keyword !== 'properties') yield* fieldsOf(inner, place);
    else if ('type' in schema)
      for (const [name, field] of Object.entries(inner as Record<string, Schema>)) {
        yield { place: `${place}.${name}`, schema: field };
        yield* fieldsOf(field, `${place}.${name}`);
      }
  }
}

test.each([
  ['call', openApi],
  ['frame', asyncApi],
])('Every %s and every field in it has a description', (_, document) => {
  const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) => [...fieldsOf(schema, name)]);
  expect(fields.length).toBeGreaterThan(30);
  const silent = fields.filter(({ schema }) => !schema.description && !String(schema['$ref']).endsWith('/Anything'));
  expect(silent.map(({ place }) => place)).toEqual([]);
  const bare = Object.entries(document.components.schemas).filter(
    ([, { type, description }]) => type === 'string' && !description,
  );
  expect(bare.map(([name]) => name)).toEqual([]);
  const operations =
    'operations' in document
      ? Object.values(document.operations)
      : Object.values(document.paths).flatMap((verbs) => Object.values(verbs));
  expect(operations.filter(({ description = '' }) => !description.endsWith('.'))).toEqual([]);
});

test('The document contains every kind of record once, under its own name', () => {
  const records = [
    'LeasedDevice',
    'FormerDevice',
    'SharedPhone',
    'DurationPlan',
    'UsePlan',
    'LeaseOrder',
    'CardOrder',
    'Card',
    'Refund',
  ];
  expect(Object.keys(openApi.components.schemas)).toEqual(expect.arrayContaining(records));
});

describe('the schema of', () => {
  const isValid = (name: string, value: unknown) => referee.wrongWithValue(name, value).length === 0;

  test('The schema of yuan allows two decimals as a number and as text, and no third one', () => {
    expect([0, 19.9, 29.99, 0.07, 1234567.89, '29.90', '-3.5'].filter((value) => !isValid('Yuan', value))).toEqual([]);
    expect([12.345, '12.345', 'free', true].filter((value) => isValid('Yuan', value))).toEqual([]);
  });

  test('The schema of time allows exactly the spellings that the app reads alike', () => {
    const moment = 1_772_413_200_000;
    const spellings = [
      moment,
      String(moment),
      moment / 1_000,
      '2026-03-02 09:00:00',
      '2026-03-02T01:00:00Z',
      '2026-03-02T09:00:00+08:00',
      '2026-03-02T01:00:00.000Z',
    ];
    const { decoder } = SPELLINGS['Time'] ?? {};
    const read = spellings.filter((value) => decoder && v.safeParse(decoder, value).output === moment);
    expect(spellings.filter((value) => isValid('Time', value) && !read.includes(value))).toEqual(
      read.includes(moment / 1_000) ? [] : [moment / 1_000],
    );
    expect(read.filter((value) => !isValid('Time', value))).toEqual([]);
    expect(
      ['soon', '2026-13-01', '2026-03-02T09:00:00+8', true, null].filter((value) => isValid('Time', value)),
    ).toEqual([]);
  });
});
