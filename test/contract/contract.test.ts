import asyncApiSchema from '@asyncapi/specs/schemas/3.0.0-without-$id.json';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../package.json';
import { meaningOf } from '../../contract/words/fields.ts';
import { getUser } from '../../src/core/account/api.ts';
import { contract } from '../../src/core/contract.ts';
import { compareAnswer } from '../../src/core/api/examine/compare-answer.ts';
import type { Endpoint } from '../../src/core/api/endpoint.ts';
import { type AsyncApi, madeDocuments, type OpenApi, Referee, writtenDocuments } from './documents.ts';
import { type WireExchange, recordTraffic, type SocketTraffic } from './traffic.ts';

type Call = Endpoint<never, v.GenericSchema, v.GenericSchema>;

const calls = Object.values(contract).flatMap((verbs): Call[] => Object.values(verbs));
let openApi: OpenApi;
let asyncApi: AsyncApi;
let referee: Referee;
let exchanges: WireExchange[];
let socket: SocketTraffic;

beforeAll(async () => {
  ({ openApi, asyncApi } = writtenDocuments());
  referee = new Referee(openApi, asyncApi);
  ({ exchanges, socket } = await recordTraffic());
}, 60_000);

describe('the contract documents', () => {
  test('The documents are identical at any time of generation and in any time zone', () => {
    const written = JSON.stringify({ openApi, asyncApi });
    expect(JSON.stringify(madeDocuments())).toBe(written);
    expect(JSON.stringify(writtenDocuments('America/Los_Angeles'))).toBe(written);
  });

  test('The document of the calls is valid OpenAPI 3.1, and the validator rejects a planted fault', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(openApi) as unknown as Record<string, unknown>,
    );
    expect([valid, errors]).toEqual([true, undefined]);
    expect(
      await new Validator().validate({ ...openApi, paths: { [getUser.path]: { post: { responses: [] } } } }),
    ).toMatchObject({ valid: false });
  });

  test('The document of the channel is valid AsyncAPI 3, and the validator rejects a planted fault', () => {
    const isAsyncApi = new Ajv({ strict: false, validateFormats: false }).compile(asyncApiSchema);
    expect([isAsyncApi(asyncApi), isAsyncApi.errors]).toEqual([true, null]);
    expect(
      isAsyncApi({ ...asyncApi, operations: { ping: { action: 'shout', channel: { $ref: '#/channels/device' } } } }),
    ).toBe(false);
    expect(isAsyncApi({ ...asyncApi, servers: { secure: { protocol: 'wss' } } })).toBe(false);
  });

  test('A card order says of its money that it is a number of uses, as the app reads it, and a lease order that it is an amount', () => {
    const wordsOf = (owner: string) => meaningOf(owner, 'money');
    expect(wordsOf('CardOrder')).toBe('Uses bought if there is no `fee` above 0; never an amount.');
    expect(wordsOf('LeaseOrder')).toBe('Order amount, before discounts.');
    const written = JSON.stringify(openApi);
    for (const words of [wordsOf('CardOrder'), wordsOf('LeaseOrder')]) expect(written).toContain(words);
  });

  test('Every reference in the documents has a target', () => {
    for (const document of [openApi, asyncApi]) {
      for (const [, ref = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
        const found = ref
          .split('/')
          .reduce<unknown>(
            (at, step) => (at as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/')],
            document,
          );
        expect(found, ref).toBeDefined();
      }
    }
  });

  test('The document contains each call of the endpoint table by its name, path and kind', () => {
    const documented = Object.entries(openApi.paths).map(([path, { post }]) => [
      post?.operationId,
      path,
      post?.['x-kind'],
    ]);
    expect(documented.toSorted()).toEqual(calls.map(({ name, path, kind }) => [name, path, kind]).toSorted());
    expect(openApi.info.version).toBe(version);
  });
});

describe('the recorded traffic', () => {
  test('Every recorded request and response matches the documents', () => {
    expect(new Set(exchanges.map(({ path }) => path))).toEqual(new Set(calls.map(({ path }) => path)));
    expect(
      exchanges.flatMap((exchange) => referee.wrongWithCall(exchange).map((wrong) => `${exchange.path}: ${wrong}`)),
    ).toEqual([]);
  });

  test('The recorded traffic includes a refusal, a rejected token and an idempotency key', () => {
    expect(exchanges.map(({ status }) => status)).toContain(401);
    expect(exchanges.map(({ answer }) => (answer as { code: string }).code)).toContain('404');
    expect(exchanges.filter(({ headers }) => 'idempotency-key' in headers)).toHaveLength(1);
  });

  test('Every recorded channel frame matches the documents in both directions', () => {
    const wrong = [
      ...socket.sent.map((frame) => referee.wrongWithFrame('send', frame)),
      ...socket.received.map((frame) => referee.wrongWithFrame('receive', frame)),
    ];
    expect(wrong.flat()).toEqual([]);
    const commands = new Set([...socket.sent, ...socket.received].map((frame) => (frame as { cmd: string }).cmd));
    expect(Object.keys(asyncApi.operations).filter((cmd) => !commands.has(cmd))).toEqual([]);
    expect(new Set(socket.urls.map((url) => new URL(url).pathname))).toEqual(
      new Set([asyncApi.channels.device.address]),
    );
  });
});

/** Copies of a value, each with one replaced part. */
function* planted(value: unknown, other: unknown): Generator<{ place: string; value: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const replaced = (by: unknown) =>
      Array.isArray(value) ? value.map((one, at) => (at === Number(key) ? by : one)) : { ...value, [key]: by };
    yield { place: key, value: replaced(other) };
    for (const below of planted(inner, other)) yield { place: `${key}.${below.place}`, value: replaced(below.value) };
  }
}

/** The fields of responses that the app does not read. */
function unreadOf({ path, answer }: WireExchange): Set<string> {
  const call = calls.find((one) => one.path === path);
  const found = call ? compareAnswer(call, (answer as { data: unknown }).data) : [];
  return new Set([
    'message',
    ...found.flatMap((finding) => (finding.verdict === 'unknown' ? [`data.${finding.path}`.replace('.[]', '[]')] : [])),
  ]);
}

const isRead = (path: string) => calls.some((call) => call.path === path && call.answer.type !== 'unknown');

describe('a planted fault', () => {
  test('The documents reject an unknown field, and a field of another type, in each request', () => {
    for (const exchange of exchanges) {
      const strange = { ...exchange, body: { ...(exchange.body as object), planted: 1 } };
      expect(referee.wrongWithCall(strange), exchange.path).not.toEqual([]);
      for (const { place, value } of planted(exchange.body, [['planted']])) {
        expect(referee.wrongWithCall({ ...exchange, body: value }), `${exchange.path} ${place}`).not.toEqual([]);
      }
    }
  });

  test('The documents reject another type in each field of each answer that the app reads', () => {
    const done = exchanges.filter(({ path, answer }) => isRead(path) && (answer as { code: string }).code === '200');
    let count = 0;
    for (const exchange of done) {
      const unread = unreadOf(exchange);
      for (const { place, value } of planted(exchange.answer, [['planted']])) {
        if (unread.has(place.replace(/\.\d+/g, '[]'))) continue;
        count += 1;
        expect(referee.wrongWithCall({ ...exchange, answer: value }), `${exchange.path} ${place}`).not.toEqual([]);
      }
    }
    expect(count).toBeGreaterThan(200);
  });

  test('The documents reject every answer that the app cannot read', () => {
    for (const { answer: answered, ...exchange } of exchanges.filter(({ path }) => isRead(path))) {
      const schema = calls.find(({ path }) => path === exchange.path)?.answer ?? v.never();
      for (const other of [null, '', 'planted', '12.345', 12.345, '2026-13-01', true, [], {}]) {
        for (const { place, value } of planted(answered, other)) {
          const { code, data } = value as { code: string; data: unknown };
          if (String(code) !== '200' || v.is(schema, data)) continue;
          expect(
            referee.wrongWithCall({ ...exchange, answer: value }),
            `${exchange.path} ${place} ${JSON.stringify(other)}`,
          ).not.toEqual([]);
        }
      }
    }
  });

  test('The documents reject a channel frame of the wrong shape, or in the wrong direction', () => {
    expect(
      referee.wrongWithFrame('receive', { cmd: 's2c_noti', data: { did: 'd', attrs: { OnOff: 'perhaps' } } }),
    ).not.toEqual([]);
    expect(referee.wrongWithFrame('receive', { cmd: 'login_res', data: { success: 'yes' } })).not.toEqual([]);
    expect(referee.wrongWithFrame('send', { cmd: 'login_req', data: { appid: 'a' } })).not.toEqual([]);
    expect(referee.wrongWithFrame('send', { cmd: 'pong' })).not.toEqual([]);
    expect(referee.wrongWithFrame('receive', { cmd: 'c2s_ack', res_sn: 1, did: 'd' })).not.toEqual([]);
    expect(referee.wrongWithFrame('send', { cmd: 'c2s_ack', did: 'd' })).not.toEqual([]);
  });
});
