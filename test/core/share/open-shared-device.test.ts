import { expect, test } from 'vitest';
import { Problem } from '../../../src/core/problem.ts';
import { OpenSharedDevice } from '../../../src/core/share/open-shared-device.ts';
import { coreOnFakes, problemOf } from '../../helpers/core-on-fakes.ts';
import { done } from '../../helpers/wire.ts';

const LIST = '/device/device/list';
const LINK = 'https://shop.example/modeMenu?isShare=true&sno=DEV0001';
const leased = { sno: 'DEV0001', orderNo: 'L-1', ownerId: 'shop-1', onlineStatus: '在线' };

function withALink(...devices: object[]) {
  const core = coreOnFakes();
  core.http.answers(LIST, done(devices));
  return { ...core, opening: core.get(OpenSharedDevice) };
}

test('a shared link makes its device the current one, and it is known as shared', async () => {
  const core = withALink();
  core.at({ sno: 'OTHER01', isShare: false }, 'shop-9');
  core.visit.set('started', true);
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', isShare: true, byLink: true });
  expect(core.visit.get('device')).toEqual({ sno: 'DEV0001', isShare: true, byLink: true });
  expect([core.visit.get('operatorId'), core.visit.get('started')]).toEqual([undefined, false]);
});

test('somebody in whose list the device stands as shared finds it as that, with its operator', async () => {
  const core = withALink({ ...leased, shareUserId: 'u-6', shareUserName: '周桂芳' });
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', orderNo: 'L-1', isShare: true });
  expect(core.visit.get('operatorId')).toBe('shop-1');
});

test.each([
  ['who rents it', { ...leased, assist: false }],
  ['who rents it for a customer', { ...leased, assist: true }],
])('somebody %s and follows the link finds what is theirs with its order, not something shared', async (_, device) => {
  const core = withALink({ sno: 'OTHER01' }, device);
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', orderNo: 'L-1', isShare: false });
  expect(core.visit.get('operatorId')).toBe('shop-1');
});

test('a device that was entered before as nobody’s is shared once the link says so', async () => {
  const core = withALink();
  core.at({ sno: 'DEV0001', isShare: false });
  core.visit.set('started', true);
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', isShare: true, byLink: true });
  expect([core.visit.get('operatorId'), core.visit.get('started')]).toEqual(['shop-1', true]);
});

test('a device that is known as shared is asked for no more', async () => {
  const core = withALink();
  await core.opening.open(LINK);
  await core.opening.open(LINK);
  expect(core.http.sentTo(LIST)).toHaveLength(1);
});

test('a device of which nobody can say whose it is does not become the current one', async () => {
  const core = withALink();
  core.http.answers(LIST, new Problem('invalid-input'));
  core.at({ sno: 'OTHER01' });
  expect(await problemOf(core.opening.open(LINK))).toMatchObject({ code: 'invalid-input' });
  expect(core.visit.get('device')).toEqual({ sno: 'OTHER01' });
});

test.each(['', '你好', 'javascript:alert(1)', '../../x'])('a link that names no device (%s) changes nothing', async (link) => {
  const core = withALink();
  core.at({ sno: 'OTHER01' });
  expect(await core.opening.open(link)).toBeUndefined();
  expect(core.visit.get('device')).toEqual({ sno: 'OTHER01' });
});

test('a shared link whose screen was left selects nothing', async () => {
  const core = withALink();
  core.at({ sno: 'OTHER01' }, 'shop-9');
  const leaving = new AbortController();
  core.http.answers(LIST, () => {
    leaving.abort();
    return done([leased]);
  });
  expect(await problemOf(core.opening.open(LINK, leaving.signal))).toMatchObject({ code: 'cancelled' });
  expect([core.visit.get('device'), core.visit.get('operatorId')]).toEqual([{ sno: 'OTHER01' }, 'shop-9']);
});
