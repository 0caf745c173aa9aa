import { describe, expect, test } from 'vitest';
import { getUser } from '../../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices } from '../../../src/core/device/api.ts';
import { newRental } from '../../../src/core/lease/lease-terms.ts';
import { InspectDevice } from '../../../src/core/diagnosis/fleet/inspect-device.ts';
import { listShares } from '../../../src/core/share/api.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';
import { aCard, aDevice, aPage, online } from '../../helpers/wire.ts';

const SNO = 'DEV0001';
const says = (status: string | undefined) => ({ ownerId: 'shop-1', status });

function theServer() {
  const core = createTestApp();
  core.http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [])
    .reply(listCards, aPage())
    .reply(listShares, [])
    .reply(getDetail, { ...online, name: '理疗仪一号' });
  const inspecting = core.get(InspectDevice);
  return {
    ...core,
    inspect: (describes = true) => inspecting.inspect(SNO, inspecting.userContext(), { describes }),
  };
}

describe('the status of a device', () => {
  test.each([
    [
      'DEVICE_FREE',
      'free',
      { kind: 'go', destination: { to: 'lease', sno: SNO, terms: newRental('self'), by: undefined } },
    ],
    ['DEVICE_WORKING', 'running', { kind: 'go', destination: { to: 'process', sno: SNO } }],
    ['DEVICE_USED', 'running', { kind: 'notice', reason: 'used' }],
    ['DEVICE_USING', 'leased', { kind: 'notice', reason: 'using' }],
    ['DEVICE_LOCKED', 'locked', { kind: 'notice', reason: 'locked' }],
  ])('%s is %s, besides where entering leads this user', async (said, status, entry) => {
    const { http, inspect } = theServer();
    http.reply(checkDevice, says(said));
    expect(await inspect()).toMatchObject({ status, name: '理疗仪一号', online: true, entry });
  });

  test('A leased device has the same status for its tenant and for a stranger', async () => {
    const { http, inspect } = theServer();
    http.reply(checkDevice, says('DEVICE_USING'));
    const stranger = await inspect();
    http.reply(listDevices, [aDevice()]);
    const tenant = await inspect();
    expect([stranger.status, tenant.status]).toEqual(['leased', 'leased']);
    expect([stranger.entry, tenant.entry]).toEqual([
      { kind: 'notice', reason: 'using' },
      expect.objectContaining({ kind: 'go', destination: { to: 'mode-menu', sno: SNO, isShare: false } }),
    ]);
  });

  test('A device that is not in operation keeps its name', async () => {
    const { http, inspect } = theServer();
    http.reply(checkDevice, refused('10005', '设备未投入运营'));
    expect(await inspect()).toMatchObject({
      status: 'not-in-operation',
      name: '理疗仪一号',
    });
  });
});

describe('the calls of an inspection', () => {
  test('The name comes from the user’s own list, and an offline device of the list needs no further call', async () => {
    const { http, inspect } = theServer();
    http.reply(listDevices, [aDevice({ deviceName: '家里那台' })]).reply(checkDevice, says('DEVICE_OFFLINE'));
    expect(await inspect()).toMatchObject({ status: 'offline', name: '家里那台', online: false });
    expect(http.requests(getDetail)).toEqual([]);
  });

  test('A device that the check calls offline is offline, even if its details are newer', async () => {
    const { http, inspect } = theServer();
    http.reply(checkDevice, says('DEVICE_OFFLINE'));
    expect(await inspect()).toMatchObject({ status: 'offline', name: '理疗仪一号', online: false });
  });

  test('Without details, the name and the connection are those of the list or unknown, and nothing fails', async () => {
    const { http, inspect } = theServer();
    http.reply(checkDevice, says('DEVICE_FREE')).reply(getDetail, refused('500', '系统繁忙'));
    expect(await inspect()).toMatchObject({
      status: 'free',
      name: undefined,
      online: undefined,
      entry: { kind: 'go' },
    });
    http.reply(listDevices, [aDevice()]).reply(listCards, aPage(aCard()));
    expect(await inspect()).toMatchObject({ status: 'free', name: '理疗仪一号', online: true });
  });

  test('The time of the check is the time of its own call', async () => {
    const { http, clock, inspect } = theServer();
    const started = clock.now();
    http.reply(checkDevice, async () => (await clock.advance(40), says('DEVICE_FREE')));
    http.reply(getDetail, async () => (await clock.advance(1_000), online));
    expect(await inspect()).toMatchObject({ ms: 40, at: started + 40 });
  });
});
