// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { type AnyEndpoint, ENDPOINTS, httpResponse, refused } from '../helpers/fake-server.ts';
import { hostileAnswers } from '../helpers/hostile-answers.ts';
import { AppHarness } from '../ui/app-harness.tsx';

const PAYLOAD =
  '"><img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)><a href="javascript:alert(4)">x</a>{{7*7}}';
const POLLUTION =
  '{"__proto__":{"polluted":true,"assist":true},"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true}}';

const places = [
  '/',
  '/?sno=PL1001',
  '/my?tab=my',
  '/my?tab=device',
  '/lease',
  '/lease?type=recharge&sysUserId=op1',
  '/modeMenu',
  '/modeMenu?isShare=true&sno=PL1001',
  '/custom',
  '/process',
  '/process?sno=PL1001',
  '/orderDetail?orderNo=L100',
  '/orderDetail?orderNo=C100&isCardItem=true&sysUserId=op1',
  '/my/cardList',
  '/my/orderList',
  '/my/orderList?type=cardlist&sysUserId=op1',
  '/my/refundList',
  '/my/feedback',
  '/my/about',
  '/login',
  '/share',
];

async function openScreen(place: string, app: AppHarness): Promise<void> {
  app.withDevice().open(place);
  await screen.findAllByRole('heading');
  for (let round = 0; round < 5; round += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
}

/** The elements that would exist if the page had rendered the payload as markup. */
function injectedElements(): string[] {
  const elements = Array.from(
    document.querySelectorAll(
      'script, iframe, object, embed, base, [onerror], [onload], [onclick], [src="x"], [href^="javascript:" i], [src^="javascript:" i]',
    ),
  );
  return elements.map((element) => element.outerHTML.slice(0, 100));
}

beforeEach(() => {
  for (const dialog of ['alert', 'confirm', 'prompt', 'open'] as const)
    vi.stubGlobal(dialog, () => expect.unreachable(`${dialog} was called`));
});

/** The page shows no order but the one that it asked for. */
const asAsked = (endpoint: AnyEndpoint, body: { data: unknown }) =>
  endpoint.name === getLeaseOrder.name ? { ...body, data: { ...(body.data as object), orderNo: 'L100' } } : body;

describe.each(places)('a hostile server at %s', (place) => {
  test(`Markup in the fields of responses is never rendered as markup at ${place}`, async () => {
    const app = new AppHarness();
    for (const [endpoint, body] of hostileAnswers(PAYLOAD))
      app.reply(endpoint, httpResponse({ body: asAsked(endpoint, body) }));
    await openScreen(place, app);
    expect(injectedElements()).toEqual([]);
    expect(window.location.origin + window.location.pathname).not.toContain('javascript');
    expect(screen.queryByText(copy.screenFailed.title)).toBeNull();
  });

  test(`Markup in refusals is never rendered as markup at ${place}`, async () => {
    const app = new AppHarness();
    for (const endpoint of ENDPOINTS) app.reply(endpoint, refused(PAYLOAD, PAYLOAD));
    await openScreen(place, app);
    expect(injectedElements()).toEqual([]);
    expect(screen.queryByText(copy.screenFailed.title)).toBeNull();
  });

  test(`A response cannot pollute the prototype of all objects at ${place}`, async () => {
    const app = new AppHarness();
    for (const [endpoint, { data }] of hostileAnswers('x')) {
      const fields =
        typeof data === 'object' && data !== null && !Array.isArray(data) ? JSON.stringify(data).slice(1) : '}';
      app.reply(
        endpoint,
        httpResponse({
          body: `{"code":"200","__proto__":{"polluted":true},"data":${POLLUTION.slice(0, -1)}${fields === '}' ? '' : ','}${fields}}`,
        }),
      );
    }
    await openScreen(place, app);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(screen.queryByText(copy.screenFailed.title)).toBeNull();
  });
});

test('The hostile text is visible in names of devices, shops and plans, and in refusals', async () => {
  for (const [place, refusing] of [
    ['/my?tab=device', undefined],
    ['/orderDetail?orderNo=L100', undefined],
    ['/my/refundList', undefined],
    ['/my/cardList', undefined],
    ['/my/orderList', listLeaseOrders],
  ] as const) {
    const app = new AppHarness();
    for (const [endpoint, body] of hostileAnswers(PAYLOAD))
      app.reply(
        endpoint,
        endpoint.name === refusing?.name ? refused('9', PAYLOAD) : httpResponse({ body: asAsked(endpoint, body) }),
      );
    await openScreen(place, app);
    expect([place, document.body.textContent]).toEqual([place, expect.stringContaining('<script>alert(2)</script>')]);
    document.body.innerHTML = '';
  }
});
