import { startChromium } from '../test/helpers/chromium.ts';
import { ImpatientPerson } from '../test/journeys/impatient-person.ts';
import { World } from '../test/helpers/world.ts';
import { figureOf, type Figure } from './figure.ts';

const TIMES = 20;
const SECOND = 1_000;
const STATE = '/device/real_time_data';

/** The delay until the app reads a treatment's state after its page is shown again: the built page in a real browser on the simulated cloud. */
export async function* figures(): AsyncGenerator<Figure> {
  const world = await World.start({ page: true });
  const browser = await startChromium();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN', hasTouch: true });
  const person = new ImpatientPerson({ world, context, page: await context.newPage(), base: '' });
  await person.arrives('card', '/?sno=PL10005');
  await person.hasBeenTreatedFor(5);
  const measured: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await person.setsVisibility('hidden');
    await person.page.waitForTimeout(1.2 * SECOND);
    await person.page.evaluate(() => {
      performance.clearResourceTimings();
      document.addEventListener('visibilitychange', () => Object.assign(window, { shownAt: performance.now() }), {
        capture: true,
        once: true,
      });
    });
    await person.setsVisibility('visible');
    const took = await person.page.waitForFunction((path) => {
      const { shownAt = Infinity } = window as { shownAt?: number };
      const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const answer = answers.find(
        ({ name, startTime, responseEnd }) => name.endsWith(path) && startTime >= shownAt - 1 && responseEnd > 0,
      );
      return answer && { ms: answer.responseEnd - shownAt };
    }, STATE);
    measured.push(((await took.jsonValue()) as { ms: number }).ms);
  }
  yield figureOf(
    { what: 'page shown again → state read again', anchor: 'most apps show the past', of: 'longest', atMost: SECOND },
    measured,
  );
  await browser.close();
  await world.close();
}
