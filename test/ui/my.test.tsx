// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { Preferences } from '../../src/core/account/preferences.ts';
import { checkDevice, listDevices, listHistory, readLatest } from '../../src/core/device/api.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { httpResponse, refused } from '../helpers/fake-server.ts';
import type { DeviceRow } from '../helpers/wire.ts';
import { AppHarness, at, choosesTab, doesNotSee, goTo, presses, sees } from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';

/** The device list checks its one device once. */
const CARD_CHECKS = 1;
/** The treatment bar of the mode menu checks the same device once. */
const BAR_CHECKS = 1;
const CHECK_FREE = { ownerId: 'op1', status: 'DEVICE_FREE' };
const OWN = {
  sno: 'PL1001',
  deviceName: '客厅理疗仪',
  deviceArea: '上海 徐汇',
  onlineStatus: '在线',
  expirationTime: '2026-03-15 09:00:00',
  ownerId: 'op1',
  assist: false,
};
const SHARED = {
  ...OWN,
  sno: 'PL1002',
  deviceName: '爸爸的理疗仪',
  onlineStatus: '离线',
  shareUserId: 'u9',
  shareUserName: '王芳',
};
const AGENT = { ...OWN, sno: 'PL1003', deviceName: '门店二号机', assist: true };

const withDevices = (...devices: DeviceRow[]) => new AppHarness().reply(listDevices, devices);
const cardOf = async (name: string) => within((await sees(name)).closest('li, [role=listitem]') as HTMLElement);

test('A leased device shows its place, its online state and the remaining days', async () => {
  withDevices(OWN).open('/my?pageType=device');
  const card = await cardOf('客厅理疗仪');
  for (const words of ['上海 徐汇', 'PL1001', '在线', '剩余13天', '到期 2026-03-15'])
    expect(card.getByText(words)).toBeTruthy();
});

test('A shared device names its tenant and cannot be renewed, and an agent rental has a label', async () => {
  withDevices(SHARED, AGENT).open('/my?pageType=device');
  const shared = await cardOf('爸爸的理疗仪');
  expect(shared.getByText('王芳分享')).toBeTruthy();
  expect(shared.queryByText('续租')).toBeNull();
  expect((await cardOf('门店二号机')).getByText('代租')).toBeTruthy();
});

test('A customer with whom an assistant shares a rental is not said to rent for somebody, and opens its modes', async () => {
  const app = withDevices({ ...SHARED, onlineStatus: '在线', assist: true }).reply(
    checkDevice,
    (request: { body: string }) => (request.body.includes('"assist":true') ? refused('403', '无代租权限') : CHECK_FREE),
  );
  app.open('/my?pageType=device');
  const card = await cardOf('爸爸的理疗仪');
  expect([card.queryByText('王芳分享') === null, card.queryByText('代租')]).toEqual([false, null]);
  await presses(/^爸爸的理疗仪/);
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { sno: 'PL1002', rest: 'isShare=true' })));
});

test('A device that was offline when the devices were listed opens at the second tap once it is online', async () => {
  const app = withDevices({ ...OWN, onlineStatus: '离线' })
    .reply(checkDevice, CHECK_FREE)
    .open('/my?pageType=device');
  await sees('设备离线，暂不能使用');
  app.reply(listDevices, [OWN]);
  await presses(/^客厅理疗仪/);
  expect(await sees('设备离线')).toBeTruthy();
  await waitFor(() => expect(doesNotSee('设备离线，暂不能使用')).toBe(true));
  await presses(/^客厅理疗仪/);
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'isShare=false' })));
});

test('A device on lease offers to start a treatment, and the start opens its modes', async () => {
  withDevices(OWN).reply(checkDevice, CHECK_FREE).open('/my?pageType=device');
  await presses('开始理疗 客厅理疗仪');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'isShare=false' })));
});

test('A device that cannot be opened says so below its own card, with the cause and a retry', async () => {
  const app = withDevices(OWN, AGENT)
    .reply(checkDevice, httpResponse({ status: 500 }))
    .open('/my?pageType=device');
  await presses('开始理疗 门店二号机');
  await app.advance(3_000);
  const card = await cardOf('门店二号机');
  expect([card.getByRole('alert').textContent, screen.getAllByRole('alert').length]).toEqual([
    '没有进入设备服务异常，请稍后重试重试',
    1,
  ]);
  app.reply(checkDevice, CHECK_FREE);
  fireEvent.click(card.getByRole('button', { name: '重试' }));
  await waitFor(() => expect(at()).toContain('/modeMenu?sno=PL1003'));
});

test('A list of devices that could not be read anew says that it shows what was there before', async () => {
  const app = withDevices(OWN).open('/my?pageType=device');
  await sees('客厅理疗仪');
  app.reply(listDevices, httpResponse({ status: 500 }));
  await presses('刷新设备列表');
  await app.advance(3_000);
  expect(await sees('没有更新，显示的是之前的内容')).toBeTruthy();
  expect(await sees('客厅理疗仪')).toBeTruthy();
});

test('A running device offers to look at its treatment, and no other start', async () => {
  withDevices(OWN)
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_WORKING' })
    .reply(readLatest, { onOff: 1, function: 2, workTime: 30, useTime: 11 })
    .open('/my?pageType=device');
  await screen.findByRole('button', { name: '查看理疗 客厅理疗仪' });
  expect(screen.queryByRole('button', { name: '开始理疗 客厅理疗仪' })).toBeNull();
  await presses('查看理疗 客厅理疗仪');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

test('An offline device says that it cannot be used now, and offers its renewal but no start', async () => {
  withDevices({ ...OWN, onlineStatus: '离线' }).open('/my?pageType=device');
  const card = await cardOf('客厅理疗仪');
  expect(card.getByText('设备离线，暂不能使用')).toBeTruthy();
  expect([card.queryByText('开始理疗'), card.queryByText('续租') === null]).toEqual([null, false]);
});

test('A lease that is over offers its renewal and no start', async () => {
  withDevices({ ...OWN, expirationTime: '2026-02-20 09:00:00' }).open('/my?pageType=device');
  const card = await cardOf('客厅理疗仪');
  expect([card.queryByText('开始理疗'), card.queryByText('续租') === null]).toEqual([null, false]);
});

test('The device list shows what runs first, then what can be used, then what is offline or over, each by its end', async () => {
  const row = (sno: string, more: Partial<DeviceRow>) => ({ ...OWN, sno, deviceName: sno, deviceArea: null, ...more });
  withDevices(
    row('OVER', { expirationTime: '2026-02-20 09:00:00' }),
    row('AWAY', { onlineStatus: '离线' }),
    row('LATER', { expirationTime: '2026-03-20 09:00:00' }),
    row('ENDLESS', { expirationTime: null }),
    row('SOON', { expirationTime: '2026-03-03 09:00:00' }),
    row('RUNS', { expirationTime: '2026-04-20 09:00:00' }),
  )
    .reply(checkDevice, ({ body }) =>
      body.includes('RUNS') ? { ownerId: 'op1', status: 'DEVICE_WORKING' } : CHECK_FREE,
    )
    .reply(readLatest, ({ body, url }) =>
      `${body}${url}`.includes('RUNS') ? { onOff: 1, function: 2, workTime: 30, useTime: 11 } : { onOff: 0 },
    )
    .open('/my?pageType=device');
  await screen.findByRole('button', { name: '查看理疗 RUNS' });
  const listed = screen
    .getAllByRole('article')
    .map((card) => /OVER|AWAY|LATER|ENDLESS|SOON|RUNS/.exec(card.textContent)?.[0]);
  expect(listed).toEqual(['RUNS', 'SOON', 'LATER', 'ENDLESS', 'AWAY', 'OVER']);
});

test('A second quick tap on a device does not open it twice', async () => {
  const app = withDevices(OWN).open('/my?pageType=device');
  const pushed = vi.spyOn(window.history, 'pushState');
  const row = await screen.findByRole('button', { name: /^客厅理疗仪/ });
  fireEvent.click(row);
  await waitFor(() => expect(pushed).toHaveBeenCalledOnce());
  if (row.isConnected) fireEvent.click(row);
  expect(await screen.findByRole('heading', { name: '选择理疗模式' })).toBeTruthy();
  expect([pushed.mock.calls.length, app.calls(checkDevice)]).toEqual([1, 1 + CARD_CHECKS + BAR_CHECKS]);
  pushed.mockRestore();
});

const WORKING = { ownerId: 'op1', status: 'DEVICE_WORKING' };
const RUNNING = { onOff: 1, function: 2, workTime: 30, useTime: 11 };

test('A running treatment heads the device list with its device, mode and remaining time, and opens its screen', async () => {
  const app = withDevices(AGENT)
    .reply(checkDevice, WORKING)
    .reply(readLatest, RUNNING)
    .open('/my?pageType=device&tab=device');
  const card = within(await screen.findByRole('button', { name: /理疗进行中/ }));
  for (const words of ['门店二号机', '高光波模式', '剩余19分钟', '预计09:19结束'])
    expect(card.getByText(words)).toBeTruthy();
  app.reply(readLatest, { ...RUNNING, useTime: 13 });
  await app.advance(2 * MINUTE);
  expect(card.getByText('剩余17分钟')).toBeTruthy();
  await presses(/理疗进行中/);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1003'));
});

test('Renewing a leased device opens the duration plans', async () => {
  withDevices(OWN).open('/my?pageType=device');
  await presses('续租 客厅理疗仪');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'renewal=1&assist=false' })));
});

test('A rental that does not say whether it is a customer’s offers no renewal', async () => {
  const { assist: _, ...unclear } = OWN;
  withDevices(unclear).open('/my?pageType=device');
  expect((await cardOf('客厅理疗仪')).queryByText('续租')).toBeNull();
});

test('A customer without a device is invited to scan one', async () => {
  const app = withDevices().open('/my?pageType=device');
  app.scanner.reads('https://shop.test/?sno=PL2001');
  expect(await sees('暂无设备')).toBeTruthy();
  await presses('立即体验');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { sno: 'PL2001', rest: 'assist=false' })));
});

test('A scanned code without a device number is reported as unreadable', async () => {
  const app = withDevices().open('/my?pageType=device');
  app.scanner.reads('你好');
  await presses('租设备');
  expect(await sees('无法识别的设备码')).toBeTruthy();
});

test('The lease history lists former devices, which cannot be tapped', async () => {
  withDevices()
    .reply(listHistory, [{ id: 'h1', deviceName: '一号机', ownerName: '康养馆', sno: 'PL0900' }])
    .open('/my?pageType=device');
  await choosesTab('租赁历史');
  const item = await cardOf('一号机');
  expect(item.queryByRole('button')).toBeNull();
});

test('The account shows the name and the number of the user, and links to all other pages', async () => {
  new AppHarness().open('/my');
  expect(await sees('李奶奶')).toBeTruthy();
  expect(await sees('13800001234')).toBeTruthy();
  expect((await sees('李奶奶')).closest('a')?.getAttribute('href')).toBe('/login');
  const [, ...links] = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['订单记录', '/my/orderList'],
    ['次卡套餐', '/my/cardList'],
    ['退款记录', '/my/refundList'],
    ['用户反馈', '/my/feedback'],
    ['关于我们', '/my/about'],
  ]);
});

test('An avatar that fails to load is replaced by an icon', async () => {
  new AppHarness().reply(getUser, { nickname: '李奶奶', avatar: 'https://pictures.test/a.jpg' }).open('/my');
  const header = (await sees('李奶奶')).closest('a') as HTMLElement;
  const picture = header.querySelector('img');
  expect([picture?.getAttribute('src'), picture?.getAttribute('loading')]).toEqual([
    'https://pictures.test/a.jpg',
    'lazy',
  ]);
  const drawings = header.querySelectorAll('svg').length;
  fireEvent.error(picture as HTMLElement);
  expect(header.querySelector('img')).toBeNull();
  expect(header.querySelectorAll('svg').length).toBe(drawings + 1);
});

test('A user without a name and a phone number is shown as a guest who can bind one', async () => {
  new AppHarness().reply(getUser, {}).open('/my');
  expect(await sees('游客')).toBeTruthy();
  expect(await sees('绑定手机号')).toBeTruthy();
});

test('The account header shows an avatar with an https address and an icon for any other address', async () => {
  const app = new AppHarness()
    .reply(getUser, { nickname: '李奶奶', avatar: 'https://pictures.test/li.png' })
    .open('/my');
  const header = (await sees('李奶奶')).closest('a') as HTMLElement;
  await waitFor(() => expect(header.querySelector('img')?.src).toBe('https://pictures.test/li.png'));
  app.reply(getUser, { nickname: '王晓梅', avatar: 'http://pictures.test/wang.png' });
  await choosesTab('设备');
  await choosesTab('我的');
  const other = (await sees('王晓梅')).closest('a') as HTMLElement;
  expect(other.querySelector('img')).toBeNull();
  expect(other.querySelector('svg')).toBeTruthy();
});

test.each([
  ['/my', '我的'],
  ['/my?pageType=account', '我的'],
  ['/my?pageType=device', '设备'],
])('The address %s selects the tab %s, and a tap selects the other one', async (address, first) => {
  new AppHarness().open(address);
  const tabs = within(await screen.findByRole('tablist', { name: '主导航' })).getAllByRole('tab');
  expect(tabs.map((tab) => tab.textContent)).toEqual(['设备', '我的']);
  const other = first === '我的' ? '设备' : '我的';
  expect((await screen.findByRole('tab', { name: first })).getAttribute('aria-selected')).toBe('true');
  await choosesTab(other);
  await waitFor(() => expect(screen.getByRole('tab', { name: other }).getAttribute('aria-selected')).toBe('true'));
});

test('The care mode enlarges the page at once until it is switched off', async () => {
  const app = new AppHarness().open('/my');
  const care = await screen.findByRole('switch', { name: '关怀模式', description: '大字体、大按钮' });
  const isLarge = () => document.documentElement.hasAttribute('data-large');
  expect([care.getAttribute('aria-checked'), isLarge()]).toEqual(['false', false]);
  fireEvent.click(care);
  expect([care.getAttribute('aria-checked'), isLarge()]).toEqual(['true', true]);
  expect(new Preferences(app.storage).largeType()).toBe(true);
  fireEvent.click(care);
  expect([care.getAttribute('aria-checked'), isLarge()]).toEqual(['false', false]);
});

test.each([
  ['the device list', '/my?pageType=device'],
  ['the account', '/my?pageType=account'],
  ['the plans', '/lease?sno=PL1001'],
  ['the modes', '/modeMenu'],
  ['the treatment', '/process'],
])('A visit that begins with %s can switch to large type in its header', async (_screen, address) => {
  const app = new AppHarness().open(address);
  const toggle = await screen.findByRole('button', { name: '大字' });
  expect(toggle.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-pressed')).toBe('true');
  expect(document.documentElement.hasAttribute('data-large')).toBe(true);
  expect(new Preferences(app.storage).largeType()).toBe(true);
  fireEvent.click(toggle);
  expect(document.documentElement.hasAttribute('data-large')).toBe(false);
});

test('The second screen of a visit has no button for large type', async () => {
  new AppHarness().open('/my?pageType=account');
  await screen.findByRole('button', { name: '大字' });
  fireEvent.click(await screen.findByRole('link', { name: '关于我们' }));
  await screen.findByRole('heading', { name: '关于我们' });
  expect(screen.queryByRole('button', { name: '大字' })).toBeNull();
});

test('A screen that people read before they act has the button for large type wherever it stands in the visit', async () => {
  new AppHarness().withDevice().open('/my?pageType=account');
  fireEvent.click(await screen.findByRole('link', { name: '关于我们' }));
  await screen.findByRole('heading', { name: '关于我们' });
  goTo('/modeMenu?sno=PL1001');
  await screen.findByRole('heading', { name: '选择理疗模式' });
  expect(screen.getByRole('button', { name: '大字' })).toBeTruthy();
});

test('If the camera is denied, the device number can be typed', async () => {
  const app = withDevices().open('/my?pageType=device');
  await sees('暂无设备');
  const scan = app.viewfinder.open();
  await act(async () => void scan.unavailable('denied'));
  expect(await sees('相机权限未开启，请输入设备编号')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('设备编号')));
  fireEvent.change(await screen.findByLabelText('设备编号'), { target: { value: ' PL2001 ' } });
  fireEvent.click(screen.getByRole('button', { name: '确定' }));
  expect(await scan.typed).toBe('PL2001');
  act(() => scan.close());
  expect(doesNotSee('扫描设备码')).toBe(true);
});

test('If the camera is denied, the customer is told where to allow it, and has it tried again', async () => {
  const app = withDevices().open('/my?pageType=device');
  await sees('暂无设备');
  const scan = app.viewfinder.open();
  let again: Promise<void> | undefined;
  await act(async () => void (again = scan.unavailable('denied')));
  expect(await sees('请在手机设置中允许使用相机，然后再试一次')).toBeTruthy();
  await presses('再试一次');
  await again;
  expect(await sees('正在打开相机...')).toBeTruthy();
  act(() => scan.close());
});

const BRAND = { name: '安舒理疗', description: '一家物联网企业' };

test('The About screen shows the brand, its description and the version', async () => {
  new AppHarness({ brand: BRAND, version: '2.3.1' }).open('/my/about');
  for (const words of ['关于我们', '安舒理疗', '版本 v2.3.1', '一家物联网企业']) expect(await sees(words)).toBeTruthy();
  expect(document.title).toBe('关于我们');
});

test('The About screen leads to the licences of what the page contains', async () => {
  new AppHarness().open('/my/about');
  expect((await screen.findByRole('link', { name: '开源许可' })).getAttribute('href')).toBe(
    './THIRD_PARTY_LICENSES.txt',
  );
});

test('The About screen offers a call to the support number if the deployment has one', async () => {
  new AppHarness({ support: { phone: '400-123 4567' } }).open('/my/about');
  await presses('联系客服');
  expect((await screen.findByRole('link', { name: '拨打电话' })).getAttribute('href')).toBe('tel:4001234567');
});

test('The About screen does not offer a support address without https', async () => {
  new AppHarness({ support: { url: 'http://shop.test/help' } }).open('/my/about');
  await presses('联系客服');
  expect(await sees('请到设备所在门店联系店员，工作人员会协助您处理。')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('The About screen links every page of the operator that is configured', async () => {
  const links = Object.fromEntries(
    ['terms', 'privacy', 'rental', 'refund', 'help'].map((name) => [name, `https://shop.example/${name}`]),
  );
  new AppHarness({ links }).open('/my/about');
  const names = (await screen.findAllByRole('link')).map((link) => link.textContent);
  expect(names).toEqual(['《用户协议》', '《隐私政策》', '《租赁协议》', '退款说明', '使用帮助', '开源许可']);
});

test.each([
  ['hours', '400-123 4567（9:00-18:00）', '4001234567'],
  ['days and hours', '400.123.4567（7天24小时）', '4001234567'],
  ['hours before it', '9:00-18:00 400-123 4567', '4001234567'],
  ['an extension', '0571-8888 6666转801', '057188886666'],
  ['a second number', '400-123-4567 / 010-8888 999', '4001234567'],
  ['words', '24小时热线：(0571) 8888-6666', '057188886666'],
  ['a country', '+86 (571) 8888 – 6666', '+8657188886666'],
])(
  'The call to the support dials the number alone where the shop has written %s beside it',
  async (_, phone, dialled) => {
    new AppHarness({ support: { phone } }).open('/my/about');
    await presses('联系客服');
    expect((await screen.findByRole('link', { name: '拨打电话' })).getAttribute('href')).toBe(`tel:${dialled}`);
    expect(await sees(phone)).toBeTruthy();
  },
);
