import type { WebSocket } from 'playwright-core';
import { expect, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { until } from '../helpers/until.ts';
import { withPerson } from './person-fixture.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

test(
  'A session that ends during a treatment is reported once, sends no further request and leaves no connection open; a new entry link leads back to the treatment',
  withPerson({ starts: 1 }, async (person, world) => {
    const { page } = person;
    const sockets: WebSocket[] = [];
    page.on('websocket', (socket) => sockets.push(socket));
    await person.arrives('leaser', '/?sno=PL10003');
    await person.button(copy.modes.tiles.bio).tap();
    await person.isTreated('bio');
    await until(
      () => sockets.length,
      (count) => count > 0,
    );
    await world.fault({ path: '*', kind: 'http', status: 401, times: 99 });
    const notice = page.getByRole('alertdialog', { name: copy.session.expired });
    await person.seesWhileTimePasses(notice, SECOND);
    const asked = person.calls.length;
    await page.clock.fastForward(10 * MINUTE);
    await person.hidesAndShows();
    await page.clock.fastForward(MINUTE);
    expect([await notice.count(), person.calls.length]).toEqual([1, asked]);
    await until(
      () => sockets.filter((socket) => !socket.isClosed()).length,
      (open) => open === 0,
    );
    await world.heals();
    await person.arrives('leaser');
    await person.comesTo('/process');
    await person.isTreated('bio');
  }),
);
