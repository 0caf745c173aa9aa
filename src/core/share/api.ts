import * as v from 'valibot';
import { id, instant, list, maybe, nothing } from '../api/decoders.ts';
import { endpoint } from '../api/endpoint.ts';
import { eachOnce } from '../basics/paging.ts';
import { isMaskedNumber } from '../basics/phone.ts';
import type { SharedUser } from './share.ts';

const person = v.object({ mobile: v.string(), sno: v.string() });

export const listShares = endpoint({
  name: 'share.listShares',
  path: '/device/device/share/list',
  kind: 'read',
  envelope: 'empty',
  request: v.undefined(),
  encode: () => undefined,
  query: ({ sno }: { sno: string }) => ({ sno }),
  answer: v.pipe(
    list(
      v.pipe(
        v.object({ mobile: id, ctime: maybe(instant) }),
        v.transform(({ mobile, ctime }): SharedUser => ({ mobile, since: ctime })),
      ),
    ),
    v.transform(({ records, unreadable }) => ({ records: eachPersonOnce(records), unreadable })),
  ),
});

export const shareDevice = endpoint({
  name: 'share.shareDevice',
  path: '/device/bind_device',
  kind: 'write',
  request: person,
  encode: (input: { mobile: string; sno: string }) => input,
  answer: nothing,
});

export const unshareDevice = endpoint({
  name: 'share.unshareDevice',
  path: '/device/un_bind_device',
  kind: 'write',
  request: person,
  encode: (input: { mobile: string; sno: string }) => input,
  answer: nothing,
});

/** Two rows of one whole number are one person. Two rows that are masked alike may be two. */
function eachPersonOnce(people: readonly SharedUser[]): SharedUser[] {
  return eachOnce(people, (person) => (isMaskedNumber(person.mobile) ? person : person.mobile));
}
