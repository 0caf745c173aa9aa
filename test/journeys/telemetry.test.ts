import { describe, expect, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { until } from '../helpers/until.ts';
import type { World } from '../helpers/world.ts';
import type { ImpatientPerson } from './impatient-person.ts';
import { withPerson } from './person-fixture.ts';
import { plantErrorIn } from './planted.ts';

const MINUTE = 60_000;
/** A page that no other test has drawn before. */
const NEW_PHONE = {};

type Reports = Awaited<ReturnType<World['reports']>>;

/** Presses a key, which ends a measurement as a tap does, and hides the page, which sends what waits, until the sandbox has such a report. Returns it. */
async function reported(
  person: ImpatientPerson,
  world: World,
  isIt: (report: Reports[number]) => boolean,
): Promise<Reports[number]> {
  const found = await until(
    async () => {
      await person.page.keyboard.press('Shift');
      await person.hidesAndShows();
      return (await world.reports()).find(isIt);
    },
    (report) => report !== undefined,
  );
  return found ?? expect.fail('not reported');
}

/** Resolves once the page has connected its reporter. */
const isConnected = ({ page }: ImpatientPerson) =>
  page.waitForEvent('requestfinished', (request) => request.url().includes('/assets/page-reporter-'));

/** Resolves once the browser knows the largest thing that it has drawn. A key that is pressed before ends its search. */
const isDrawn = ({ page }: ImpatientPerson) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        new PerformanceObserver(() => resolve()).observe({ type: 'largest-contentful-paint', buffered: true }),
      ),
  );

/** Expects that the sandbox found nothing wrong with the reports, and nothing in them that identifies anybody. */
async function areValidAndAnonymous(world: World): Promise<void> {
  expect((await world.reports()).flatMap(({ violations }) => violations)).toEqual([]);
  const { users, devices, orders } = await world.state();
  const identifying = [
    ...users.flatMap(({ mobile, openid, accessToken, entryLink }) => [mobile, openid, accessToken, entryLink]),
    ...devices.flatMap(({ sno, name }) => [sno, name]),
    ...orders.flatMap(({ orderNo, chargeOrderNo }) => [orderNo, chargeOrderNo]),
  ];
  const bodies = JSON.stringify(await world.reportDocuments());
  expect(bodies.length).toBeGreaterThan(500);
  expect(identifying.filter((text) => typeof text === 'string' && text !== '' && bodies.includes(text))).toEqual([]);
}

describe.concurrent('what the operator learns of a page', () => {
  test(
    'A bug of a screen is reported once, with its class, its functions and its route',
    withPerson({}, async (person, world) => {
      await plantErrorIn(person.page);
      const connected = isConnected(person);
      await person.arrives('card', '/process?sno=PL10005');
      await connected;
      const { attributes, severity } = await reported(person, world, ({ name }) => name === 'physio.bug');
      expect({ ...attributes, severity }).toMatchObject({
        'exception.type': 'TypeError',
        'exception.stacktrace': expect.stringMatching(/^at \S+ \(assets\/[\w-]+\.js:\d+:\d+\)\nat /),
        'physio.origin': 'render',
        'url.template': '/process',
        severity: 'ERROR',
      });
      expect(JSON.stringify(attributes)).not.toContain('planted');
      await areValidAndAnonymous(world);
    }),
  );

  test(
    'A call that keeps failing is reported with its name, code, status, duration and route, and the time in which the page is drawn with its route',
    withPerson(
      {},
      async (person, world) => {
        await world.fault({ path: listLeaseOrders.path, kind: 'http', status: 503, times: 9 });
        const connected = isConnected(person);
        await person.arrives('leaser', '/my/orderList');
        await connected;
        await isDrawn(person);
        const drawn = await reported(
          person,
          world,
          ({ name, attributes: { 'url.template': route } }) =>
            name === 'physio.web_vital.lcp' && route === '/my/orderList',
        );
        expect(drawn.unit).toBe('ms');
        expect(drawn.value).toBeGreaterThan(0);
        const { attributes, severity } = await reported(person, world, ({ name }) => name === 'physio.problem');
        expect({ ...attributes, severity }).toMatchObject({
          'physio.code': 'http',
          'physio.call': listLeaseOrders.name,
          'http.response.status_code': 503,
          'physio.duration_ms': expect.any(Number),
          'url.template': '/my/orderList',
          severity: 'WARN',
        });
        await areValidAndAnonymous(world);
      },
      NEW_PHONE,
    ),
  );

  test(
    'Without the script of WeChat the customer types the number of the device, and the operator learns which file is missing',
    withPerson({}, async (person, world) => {
      await person.page.route('**/assets/weixin-js-sdk-*', (route) => route.fulfill({ status: 404 }));
      const connected = isConnected(person);
      await person.arrives('ordinary', '/my?pageType=device');
      await connected;
      await person.page.getByText(copy.my.rent, { exact: true }).tap();
      await person.page.getByLabel(copy.scanner.number).waitFor();
      const { attributes } = await reported(person, world, ({ name }) => name === 'physio.chunk_failure');
      expect(attributes['physio.file']).toMatch(/^assets\/weixin-js-sdk-[\w-]+\.js$/);
      await areValidAndAnonymous(world);
    }),
  );

  test(
    'A lost line, its return, and what a person did are counted',
    withPerson({ stops: 1 }, async (person, world) => {
      const connected = isConnected(person);
      const live = person.page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
      await person.isInTheMiddleOfATreatment();
      await Promise.all([connected, live]);
      const again = person.page.waitForEvent('websocket');
      await world.fault({ path: 'ws', kind: 'reset-after', times: 0 });
      await again;
      await person.button(copy.treatment.stop).tap();
      await person.button(copy.common.confirm).tap();
      await person.comesTo('/modeMenu');
      const outcome = (wanted: string) =>
        reported(person, world, ({ attributes }) => attributes['physio.outcome'] === wanted);
      for (const wanted of ['entered', 'line-lost', 'line-restored', 'stopped']) await outcome(wanted);
      await reported(person, world, ({ name }) => name === 'physio.line.outage');
      await areValidAndAnonymous(world);
    }),
  );

  test(
    'Without a receiver in the configuration, the page loads no reporter and sends not one byte',
    withPerson(
      {},
      async (person) => {
        const asked: string[] = [];
        person.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await plantErrorIn(person.page);
        await person.arrives('card', '/process?sno=PL10005');
        await person.page.getByRole('heading', { name: copy.screenFailed.title }).waitFor();
        await person.page.clock.fastForward(MINUTE); // the page is idle
        await person.hidesAndShows();
        await person.setsVisibility('hidden');
        expect(asked.filter((path) => /page-reporter|web-vitals|otlp|\/v1\//.test(path))).toEqual([]);
        expect(asked.length).toBeGreaterThan(5);
      },
      { report: false },
    ),
  );
});
