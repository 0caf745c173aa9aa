import { afterEach, beforeEach, expect, it } from 'vitest';
import { done, refused } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';

const SNO = 'DEV0001';
let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .answers('/api/device/device/share/list', done([{ mobile: '13800000003', ctime: '2026-03-02 09:00:00' }]))
    .answers('/api/device/bind_device', done())
    .answers('/api/device/un_bind_device', done());
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);
const sentTo = (path: string) => terminal.http.sentTo(path).map(({ body }) => (JSON.parse(body) as { data: unknown }).data);

it('lists whom a device is shared with, by masked numbers', async () => {
  expect((await physio('share', 'list', SNO)).stdout).toMatch(/138\*{4}0003 +2026-03-02 09:00:00/);
  expect((await physio('share', 'list', SNO, '--show-phones', '--json')).json()).toEqual([
    { sno: SNO, mobile: '13800000003', since: '2026-03-02T01:00:00.000Z' },
  ]);
});

it('says how to share what is shared with nobody', async () => {
  terminal.http.answers('/api/device/device/share/list', done([]));
  const { code, stderr } = await physio('share', 'list', SNO);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`physio share add ${SNO} PHONE`)]);
});

it('shares a device with a number, whatever spaces it is typed with', async () => {
  const { code, json } = await physio('share', 'add', SNO, '138 0000 0004', '--json');
  expect([code, json()]).toEqual([0, { sno: SNO, mobile: '138****0004', outcome: 'shared' }]);
  expect(sentTo('/api/device/bind_device')).toEqual([{ sno: SNO, mobile: '13800000004' }]);
});

it('repeats why the server does not share it', async () => {
  terminal.http.answers('/api/device/bind_device', refused(500, '已分享过'));
  const { code, stderr } = await physio('share', 'add', SNO, '13800000003');
  expect([code, stderr]).toEqual([1, expect.stringContaining('已分享过')]);
});

it('ends a sharing only after a yes', async () => {
  const none = await physio('share', 'remove', SNO, '13800000003');
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  expect((await terminal.physio(['share', 'remove', SNO, '13800000003'], { ...SIGNED_IN, types: 'n' })).code).toBe(3);
  expect(sentTo('/api/device/un_bind_device')).toEqual([]);
  expect((await physio('share', 'remove', SNO, '13800000003', '--yes')).code).toBe(0);
  expect(sentTo('/api/device/un_bind_device')).toEqual([{ sno: SNO, mobile: '13800000003' }]);
});

it('does not say that a sharing has ended where it has not', async () => {
  terminal.http.answers('/api/device/un_bind_device', refused(500));
  const { code, stderr } = await physio('share', 'remove', SNO, '13800000003', '--yes');
  expect([code, stderr]).toEqual([1, expect.stringContaining('was not ended')]);
});
