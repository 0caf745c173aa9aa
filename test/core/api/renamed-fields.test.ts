import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { count, flag, id, instant, list, maybe, price, text } from '../../../src/core/api/decoders.ts';
import { realSchema, renamedFields } from '../../../src/core/api/examine/renamed-fields.ts';

const row = v.object({ sno: id });
const schemas = {
  text: maybe(text),
  id,
  count,
  flag: maybe(flag),
  instant: maybe(instant),
  price,
  list: list(row),
  object: row,
};
const name = fc.constantFrom('sno', 'deviceNo', 'expireTime', 'expiresAt', 'money', 'amount', 'list', 'rows', 'colour');
const value = fc.oneof(
  fc.constantFrom(null, '', true, 0, 7, '7', 'soon', '2026-04-01 08:00:00', 1_775_000_000_000),
  fc.array(fc.oneof(fc.constant({ sno: 'PL1' }), fc.constant({ no: 1 }))),
  fc.jsonValue({ maxDepth: 2 }),
);
const fieldsOf = fc.dictionary(fc.oneof(name, fc.string()), value, { maxKeys: 6 });
const schema = fc.constantFrom(...Object.values<v.GenericSchema>(schemas));

describe('renamedFields', () => {
  test('A field is never offered if the contract’s type does not accept its value', () => {
    fc.assert(
      fc.property(name, schema, fieldsOf, (missing, type, unknown) => {
        for (const offered of renamedFields(missing, type, unknown)) {
          expect(Object.keys(unknown)).toContain(offered);
          expect(v.is(realSchema(type), unknown[offered])).toBe(true);
          expect([null, undefined, '']).not.toContain(unknown[offered]);
        }
      }),
    );
  });

  test('At most three fields are offered, each once, in an order that does not depend on that of the answer', () => {
    fc.assert(
      fc.property(name, schema, fieldsOf, (missing, type, unknown) => {
        const offered = renamedFields(missing, type, unknown);
        expect(offered.length).toBeLessThanOrEqual(3);
        expect(new Set(offered).size).toBe(offered.length);
        const [first] = offered;
        if (first === undefined) return;
        expect(renamedFields(missing, type, { [first]: unknown[first] })).toEqual([first]);
      }),
    );
  });

  test('A field of the same words is always offered, in whatever style it is written', () => {
    fc.assert(
      fc.property(fc.constantFrom('expire_time', 'ExpireTime', 'EXPIRE_TIME', 'expire-time'), (other) => {
        expect(renamedFields('expireTime', schemas.instant, { colour: 'red', [other]: '2026-04-01' })).toEqual([other]);
      }),
    );
  });

  test.each([
    ['expireTime', 'instant', { expiresAt: '2026-04-01', createdAt: '2026-03-01' }, ['expiresAt']],
    ['sno', 'id', { deviceSno: 'PL1', deviceName: 'x', no: 3, name: 'y' }, ['no', 'deviceSno']],
    ['mobile', 'id', { userPhone: '138', phone: '139', address: 'z' }, ['phone', 'userPhone']],
    ['money', 'count', { amount: 3, moneyText: 'three' }, ['amount']],
    ['records', 'list', { total: 1, rows: [{ sno: 'a' }], others: [{ no: 'a' }] }, ['rows']],
    ['records', 'list', { errors: [] }, []],
    ['records', 'list', { records_: [{ no: 'a' }] }, ['records_']],
    ['orderNo', 'id', { order_no: 'L-1', orderNumber: 'L-2' }, ['order_no']],
    ['ownerId', 'id', { ownerld: '9001' }, ['ownerld']],
    ['deviceName', 'text', { deviceArea: '一楼', deviceType: 'A' }, []],
    ['sno', 'id', { colour: 'red', sno2: { a: 1 } }, []],
  ] as const)(
    'For a missing %s of the type %s beside %o, these are offered: %o',
    (missing, type, unknown, expected) => {
      expect(renamedFields(missing, schemas[type], unknown)).toEqual(expected);
    },
  );
});
