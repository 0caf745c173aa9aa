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
  core.works(true);
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', isShare: true, byLink: true });
  expect(core.current.selected).toEqual({ sno: 'DEV0001', isShare: true, byLink: true });
  expect([core.current.operatorId, core.current.isWorking]).toEqual([undefined, false]);
});

test('somebody in whose list the device stands as shared finds it as that, with its operator', async () => {
  const core = withALink({ ...leased, shareUserId: 'u-6', shareUserName: '周桂芳' });
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', orderNo: 'L-1', isShare: true });
  expect(core.current.operatorId).toBe('shop-1');
});

test.each([
  ['who rents it', { ...leased, assist: false }],
  ['who rents it for a customer', { ...leased, assist: true }],
])('somebody %s and follows the link finds what is theirs with its order, not something shared', async (_, device) => {
  const core = withALink({ sno: 'OTHER01' }, device);
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', orderNo: 'L-1', isShare: false });
  expect(core.current.operatorId).toBe('shop-1');
});

test('a device that was entered before as nobody’s is shared once the link says so', async () => {
  const core = withALink();
  core.at({ sno: 'DEV0001', isShare: false });
  core.works(true);
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', isShare: true, byLink: true });
  expect([core.current.operatorId, core.current.isWorking]).toEqual(['shop-1', true]);
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
  expect(core.current.selected).toEqual({ sno: 'OTHER01' });
});

test.each(['', '你好', 'javascript:alert(1)', '../../x'])('a link that names no device (%s) changes nothing', async (link) => {
  const core = withALink();
  core.at({ sno: 'OTHER01' });
  expect(await core.opening.open(link)).toBeUndefined();
  expect(core.current.selected).toEqual({ sno: 'OTHER01' });
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
  expect([core.current.selected, core.current.operatorId]).toEqual([{ sno: 'OTHER01' }, 'shop-9']);
});
