// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { MINUTE } from '../../src/core/basics/time.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares, shareDevice, unshareDevice } from '../../src/core/share/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { refused } from '../helpers/fake-server.ts';
import { aDevice } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, goTo, presses, sees } from './app-harness.tsx';
import { box, types } from './typing.ts';
import { screenOf } from '../helpers/addresses.ts';

afterEach(() => vi.unstubAllGlobals());

const PHONE = '请输入分享用户的手机号';
const DAUGHTER = { mobile: '13800000003', ctime: '2026-03-01 08:00:00' };
const SON = { mobile: '13800000004', ctime: '2026-03-02 08:00:00' };

const appWithShares = (...users: { mobile: string; ctime?: string }[]) =>
  new AppHarness().withOwnLease().reply(listShares, users).reply(shareDevice).reply(unshareDevice);
const headline = async () => (await screen.findByRole('heading', { level: 2 })).textContent;

async function openDialog(): Promise<void> {
  await presses('添加分享');
  await box(PHONE);
}

test('The share list counts and lists all shares of the device', async () => {
  const app = appWithShares(DAUGHTER, SON).open('/share');
  expect(await headline()).toBe('2人 分享用户');
  const item = within((await sees('138 0000 0003')).closest('li') as HTMLElement);
  expect(item.getByText('2026-03-01 08:00:00')).toBeTruthy();
  expect(app.http.requests(listShares)[0]?.url).toContain('sno=PL1001');
});

test('Who has rented a device a moment ago is not told that its sharing is another’s because the server does not list it yet', async () => {
  const app = appWithShares(DAUGHTER).reply(listDevices, []);
  const order = { number: 'L100', kind: 'lease', sno: 'PL1001' } as const;
  app.purchases.record({ type: 'serverSaysPaid', order });
  app.open('/share');
  expect(await sees('服务暂时无法处理，请稍后重试')).toBeTruthy();
  expect(doesNotSee('您不能管理此设备的分享')).toBe(true);
  app.reply(listDevices, [aDevice({ sno: 'PL1001' })]);
  await presses('重试');
  expect(await headline()).toBe('1人 分享用户');
});

test('Two people whose masked numbers look alike are both listed, and neither is removed in place of the other', async () => {
  const masked = { mobile: '138****0003' };
  const app = appWithShares(masked, { ...masked, ctime: '2026-03-02 08:00:00' }).open('/share');
  expect(await headline()).toBe('2人 分享用户');
  const [, second] = await screen.findAllByRole('button', { name: '取消分享 138****0003' });
  fireEvent.click(second as HTMLElement);
  await presses('确认');
  expect(await sees('有多位用户的号码显示相同，无法确定是哪一位，未取消。请联系客服处理。')).toBeTruthy();
  expect(app.calls(unshareDevice)).toBe(0);
});

test('An empty share list says so and shows no count', async () => {
  appWithShares().open('/share');
  expect(await sees('暂无分享用户')).toBeTruthy();
  expect(screen.queryByText('分享用户')).toBeNull();
});

test('A number is formatted in groups, shared with, and then listed', async () => {
  const app = appWithShares().reply(listShares, [], [DAUGHTER]).open('/share');
  await openDialog();
  await types(PHONE, '13800000003');
  expect((await box(PHONE)).value).toBe('138 0000 0003');
  await presses('确认');
  expect(await sees('分享成功')).toBeTruthy();
  expect(await sees('138 0000 0003')).toBeTruthy();
  expect(doesNotSee('设备分享')).toBe(true);
  expect(await headline()).toBe('1人 分享用户');
  expect(app.http.data(shareDevice)).toEqual([{ mobile: '13800000003', sno: 'PL1001' }]);
  expect(app.scope.read('account', 'drafts')).toBeUndefined();
});

test('Who has just shared a device is not told that nobody shares it by a list that does not show it yet', async () => {
  const app = appWithShares().reply(listShares, [], [], [DAUGHTER]).open('/share');
  await openDialog();
  await types(PHONE, '13800000003');
  await presses('确认');
  expect(await sees('分享成功')).toBeTruthy();
  expect(await sees('没有更新，显示的是之前的内容')).toBeTruthy();
  expect(app.calls(listShares)).toBe(2);
  await presses('重试');
  expect(await headline()).toBe('1人 分享用户');
});

test('Who has just ended a share is not told that it goes on by a list that is older', async () => {
  const app = appWithShares().reply(listShares, [DAUGHTER, SON], [DAUGHTER, SON], [SON]).open('/share');
  await presses('取消分享 138 0000 0003');
  await presses('确认');
  expect(await sees('解绑成功')).toBeTruthy();
  expect(await sees('没有更新，显示的是之前的内容')).toBeTruthy();
  expect(app.calls(listShares)).toBe(2);
  await presses('重试');
  await waitFor(() => expect(doesNotSee('138 0000 0003')).toBe(true));
  expect(await headline()).toBe('1人 分享用户');
});

test.each([
  ['a digit added in the middle', '1389 0000 000', 4, '138 9000 0000', 5],
  ['a digit removed from the middle', '138 000 0003', 5, '138 0000 003', 5],
  ['a letter that does not belong', '13x8 0000', 3, '138 0000', 2],
  ['a digit at the end', '1380', 4, '138 0', 5],
])('The caret of the number field stays in place after %s', async (_what, value, caret, grouped, expected) => {
  appWithShares().open('/share');
  await openDialog();
  const phone = await box(PHONE);
  fireEvent.change(phone, { target: { value, selectionStart: caret, selectionEnd: caret } });
  expect([phone.value, phone.selectionStart]).toEqual([grouped, expected]);
});

test('Without a number, the share dialog sends no request, and cancelling it discards the draft', async () => {
  const app = appWithShares().open('/share');
  await openDialog();
  await presses('确认');
  expect(await sees('请先填写手机号')).toBeTruthy();
  await types(PHONE, '138');
  await presses('取消');
  await waitFor(() => expect(doesNotSee('设备分享')).toBe(true));
  expect(app.calls(shareDevice)).toBe(0);
  expect(app.scope.read('account', 'drafts')).toBeUndefined();
});

test('The number that is being shared with cannot be changed until the answer, which is about that number', async () => {
  let answer = () => {};
  const app = appWithShares().reply(shareDevice, () => new Promise<void>((resolve) => (answer = resolve)));
  app.open('/share');
  await openDialog();
  await types(PHONE, '13800000003');
  expect((await box(PHONE)).readOnly).toBe(false);
  await presses('确认');
  await waitFor(() => expect(app.calls(shareDevice)).toBe(1));
  expect((await box(PHONE)).readOnly).toBe(true);
  answer();
  expect(await sees('分享成功')).toBeTruthy();
});

test.each([
  ['a lost answer and a list that cannot be read', new Problem('timeout'), new Problem('network')],
  ['a breakdown of the server and a list with an unreadable row', refused('500', '系统异常'), [{ mobile: '' }]],
])(
  'After %s, the dialog says that the sharing may have ended, and the list is read again',
  async (_what, answer, list) => {
    const app = appWithShares(DAUGHTER).open('/share');
    await presses('取消分享 138 0000 0003');
    app.reply(unshareDevice, answer).reply(listShares, list);
    await presses('确认');
    await app.advance(3_000);
    const question = within(await screen.findByRole('alertdialog'));
    expect((await question.findByRole('alert')).textContent).toBe('未能确认是否已取消分享，请核对分享用户');
    expect(doesNotSee(/解绑失败|系统异常/)).toBe(true);
    app.reply(listShares, []);
    await waitFor(() => expect(app.calls(listShares)).toBeGreaterThan(2));
  },
);

test('A share ends only after the customer has confirmed its number', async () => {
  const app = appWithShares().reply(listShares, [DAUGHTER, SON], [SON]).open('/share');
  await presses('取消分享 138 0000 0003');
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('确认取消该用户的设备分享？')).toBeTruthy();
  expect(question.getByText('138 0000 0003')).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: '返回' }));
  expect(app.calls(unshareDevice)).toBe(0);
  await presses('取消分享 138 0000 0003');
  await presses('确认');
  expect(await sees('解绑成功')).toBeTruthy();
  await waitFor(() => expect(doesNotSee('138 0000 0003')).toBe(true));
  expect(app.http.data(unshareDevice)).toEqual([{ mobile: '13800000003', sno: 'PL1001' }]);
});

test('The list is read again after a refusal, which may say that another phone has ended the share before', async () => {
  appWithShares()
    .reply(listShares, [DAUGHTER, SON], [SON])
    .reply(unshareDevice, refused('500', '该用户未被分享'))
    .open('/share');
  await presses('取消分享 138 0000 0003');
  await presses('确认');
  const question = within(await screen.findByRole('alertdialog'));
  await question.findByRole('alert');
  fireEvent.click(question.getByRole('button', { name: '返回' }));
  await waitFor(() => expect(doesNotSee('138 0000 0003')).toBe(true));
  expect(await headline()).toBe('1人 分享用户');
});

test('The list is read again after a refused share, which may say that another phone has shared the device before', async () => {
  appWithShares()
    .reply(listShares, [SON], [SON, DAUGHTER])
    .reply(shareDevice, refused('500', '该用户已被分享'))
    .open('/share');
  await presses('添加分享');
  fireEvent.change(await screen.findByLabelText(PHONE), { target: { value: DAUGHTER.mobile } });
  await presses('确认');
  await sees('该用户已被分享');
  await presses('取消');
  expect(await sees('138 0000 0003')).toBeTruthy();
});

test('The share screen without a device links to the devices', async () => {
  new AppHarness().open('/share');
  expect(await screen.findByRole('link', { name: '查看设备' })).toBeTruthy();
});

test('A user who has a share learns that only the tenant can manage shares', async () => {
  const app = new AppHarness().open('/modeMenu?isShare=true&sno=PL1001');
  fireEvent.click(await screen.findByRole('link', { name: /自定义参数/ }));
  await presses('设备与分享');
  await presses('分享');
  expect(await sees('只有租用者可以管理设备分享。')).toBeTruthy();
  expect(at()).toBe(screenOf('/share'));
  expect(app.calls(listShares)).toBe(0);
});

test('A tenant who opens their own share link is asked before a use is deducted, and can manage shares', async () => {
  const app = new AppHarness()
    .reply(listCards, { records: [{ sysUserId: 'op1', money: 3 }], total: 1 })
    .reply(listShares, [DAUGHTER]);
  app.reply(listDevices, [{ sno: 'PL1001', onlineStatus: '在线', ownerId: 'op1', assist: false }]);
  app.open('/modeMenu?isShare=true&sno=PL1001');
  await presses('睡眠');
  expect(await sees('剩余次数 3')).toBeTruthy();
  await presses('取消');
  fireEvent.click(await screen.findByRole('link', { name: /自定义参数/ }));
  await presses('设备与分享');
  await presses('分享');
  await waitFor(async () => expect(await headline()).toBe('1人 分享用户'));
});

const SEND = /^分享给微信好友/;
const DEVICE_LINK = `${window.location.origin}/h5/modeMenu?isShare=true&sno=PL1001`;
const appWithLinks = () =>
  new AppHarness({ basePath: '/h5/' })
    .withDevice()
    .reply(listShares, [])
    .reply(listDevices, [aDevice({ sno: 'PL1001' })]);

/** Stubs the functions of the browser that share or copy a link. */
function stubBrowser({
  share,
  clipboard,
  command,
}: {
  share?: (data: ShareData) => Promise<void>;
  clipboard?: (text: string) => Promise<void>;
  command?: (text: string) => boolean;
}): void {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { share: { value: share }, clipboard: { value: clipboard && { writeText: clipboard } } }),
  );
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'));
  document.execCommand = () => command?.((document.activeElement as HTMLTextAreaElement | null)?.value ?? '') ?? false;
}

test('In WeChat, the share menu offers the device link with a guide until the customer leaves the screen', async () => {
  const app = appWithLinks();
  app.shareMenu.opens();
  app.open('/h5/share');
  await presses(SEND);
  const guide = within(await screen.findByRole('dialog', { name: '发送给微信好友' }));
  expect(guide.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1点右上角的 ⋯',
    '2选“发送给朋友”',
    '3选择好友并发送',
  ]);
  expect(app.shareMenu.offered).toEqual({
    title: '邀请您使用理疗设备',
    description: '编号 PL1001',
    address: DEVICE_LINK,
  });
  fireEvent.click(guide.getByRole('button', { name: '知道了' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(app.shareMenu.offered?.address).toBe(DEVICE_LINK);
  await presses('返回');
  await waitFor(() => expect(at()).not.toContain('/share'));
  expect(app.shareMenu.offered).toBeUndefined();
});

test('A share menu that responds after the customer left the screen offers no link', async () => {
  const app = appWithLinks();
  let answer = () => {};
  app.shareMenu.opens({ after: new Promise((resolve) => (answer = resolve)) });
  app.open('/h5/share');
  await presses(SEND);
  await presses('返回');
  await waitFor(() => expect(at()).not.toContain('/share'));
  answer();
  await waitFor(() => expect(app.shareMenu.offers).toHaveLength(1));
  await waitFor(() => expect(app.shareMenu.offered).toBeUndefined());
});

test('Outside WeChat, the system share sheet gets the link, and cancelling it is no error', async () => {
  const share = vi
    .fn<(data: ShareData) => Promise<void>>()
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new DOMException('', 'AbortError'));
  const clipboard = vi.fn<(text: string) => Promise<void>>();
  stubBrowser({ share, clipboard });
  appWithLinks().open('/h5/share');
  await presses(SEND);
  await waitFor(() =>
    expect(share).toHaveBeenCalledExactlyOnceWith({
      title: '邀请您使用理疗设备',
      text: '编号 PL1001',
      url: DEVICE_LINK,
    }),
  );
  await waitFor(() => expect(screen.getByRole('button', { name: SEND }).getAttribute('aria-busy')).toBe('false'));
  await presses(SEND);
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(clipboard).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('A link that is ready after the customer left the screen of its device is not copied over another one', async () => {
  const clipboard = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  stubBrowser({ clipboard });
  const app = appWithLinks().open('/h5/share');
  await screen.findByRole('button', { name: SEND });
  let answer = () => {};
  const listed = new Promise<void>((resolve) => (answer = resolve));
  app.reply(listDevices, () => listed.then(() => [aDevice({ sno: 'PL1001' }), aDevice({ sno: 'PL2002' })]));
  await presses(SEND);
  goTo('/h5/share?sno=PL2002');
  await sees(/PL2002/);
  answer();
  expect(await sees(/发送设备链接/)).toBeTruthy();
  expect(clipboard).not.toHaveBeenCalled();
});

test.each([
  ['Without a system share sheet', {}],
  ['If the system share sheet fails', { share: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
])('%s, the link is copied and a message says so', async (_what, can) => {
  const clipboard = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  stubBrowser({ ...can, clipboard });
  appWithLinks().open('/h5/share');
  await presses(SEND);
  expect(await sees('链接已复制，粘贴发送给好友即可')).toBeTruthy();
  expect(clipboard).toHaveBeenCalledExactlyOnceWith(DEVICE_LINK);
});

test('If the WeChat menu and the clipboard both refuse, the copy command copies the link', async () => {
  const command = vi.fn<(text: string) => boolean>().mockReturnValue(true);
  stubBrowser({ clipboard: () => Promise.reject(new Error('not allowed')), command });
  const app = appWithLinks();
  app.shareMenu.opens({ refuses: true });
  app.open('/h5/share');
  await presses(SEND);
  expect(await sees('链接已复制，粘贴发送给好友即可')).toBeTruthy();
  expect(command).toHaveBeenCalledExactlyOnceWith(DEVICE_LINK);
  expect(document.querySelectorAll('textarea')).toHaveLength(0);
});

test('If nothing can copy, the link is shown for another try or for copying by hand', async () => {
  stubBrowser({ command: () => false });
  appWithLinks().open('/h5/share');
  await presses(SEND);
  expect(((await screen.findByLabelText('设备链接')) as HTMLTextAreaElement).value).toBe(DEVICE_LINK);
  await presses('复制链接');
  expect(await sees('没有复制成功，请长按链接复制')).toBeTruthy();
  const command = vi.fn<(text: string) => boolean>().mockReturnValue(true);
  stubBrowser({ command });
  await presses('复制链接');
  expect(await sees('链接已复制，粘贴发送给好友即可')).toBeTruthy();
  expect(command).toHaveBeenCalledWith(DEVICE_LINK);
  expect(screen.queryByLabelText('设备链接')).toBeNull();
});

test.each([
  ['that is rented for a customer', [aDevice({ sno: 'PL1001', assist: true })]],
  ['whose own lease has ended', [aDevice({ sno: 'PL1001', expirationTime: '2020-01-01 00:00:00' })]],
  ['in no list', []],
])('A device %s is not said to be shared by somebody', async (_what, devices) => {
  const app = new AppHarness().reply(listDevices, devices).open('/share?sno=PL1001');
  expect(await sees('您不能管理此设备的分享')).toBeTruthy();
  expect(doesNotSee('此设备由他人分享给您')).toBe(true);
  expect(app.calls(listShares)).toBe(0);
});

test('A user whose lease has passed to somebody else sees the shares no more when the page is shown again', async () => {
  const app = appWithShares(DAUGHTER).open('/share');
  await sees('138 0000 0003');
  app.reply(listDevices, []);
  await app.resumes();
  expect(await sees('只有租用者可以管理设备分享。')).toBeTruthy();
  expect(doesNotSee('138 0000 0003')).toBe(true);
});

test('A user whose lease ends while the shares are on the screen sees and adds nobody any more', async () => {
  const lease = aDevice({ sno: 'PL1001', ownerId: 'op1', expirationTime: '2026-03-02 09:30:00' });
  const app = appWithShares(DAUGHTER).reply(listDevices, [lease]).open('/share');
  await headline();
  await openDialog();
  await app.advance(29 * MINUTE);
  expect(await sees('138 0000 0003')).toBeTruthy();
  await app.advance(2 * MINUTE);
  expect(await sees('您不能管理此设备的分享')).toBeTruthy();
  expect([doesNotSee('138 0000 0003'), screen.queryByRole('button', { name: '确认' })]).toEqual([true, null]);
});

test('After an answer that was lost and a list that hides digits, the share dialog says that the device may be shared', async () => {
  const app = appWithShares().reply(shareDevice, refused('500', '系统异常')).open('/share');
  await openDialog();
  await types(PHONE, '13800000003');
  app.reply(listShares, [{ mobile: '138****0003' }]);
  await presses('确认');
  expect(await sees('未能确认是否已分享，请核对分享用户')).toBeTruthy();
  expect(doesNotSee('系统异常')).toBe(true);
  await presses('取消');
  expect(await sees('138****0003')).toBeTruthy();
});

test('A user whose lease has passed to somebody else sees nobody of theirs while the devices cannot be read', async () => {
  const app = appWithShares(DAUGHTER).open('/share');
  await sees('138 0000 0003');
  app.reply(listDevices, new Problem('http', { status: 500 })).reply(listShares, [{ mobile: '13900000009' }]);
  await app.resumes();
  await app.advance(20_000);
  await sees('没有更新，显示的是之前的内容');
  expect(doesNotSee('139 0000 0009')).toBe(true);
});
