import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { encode } from 'uqr';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runPhysio } from '../helpers/physio.ts';
import { World } from '../helpers/world.ts';
import { BrowserPerson, startBrowser } from './browser-person.ts';

const WIDTH = 640;
const HEIGHT = 480;
const MODULE = 8;

/** One second of black and white video of a code, in the format of Chromium’s fake camera (YUV4MPEG2). */
function filmOf(text: string): Buffer {
  const { data, size } = encode(text, { border: 4 });
  const left = Math.floor((WIDTH - size * MODULE) / 2);
  const top = Math.floor((HEIGHT - size * MODULE) / 2);
  const brightness = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (let y = 0; y < size * MODULE; y += 1) {
    for (let x = 0; x < size * MODULE; x += 1) {
      if (data[Math.floor(y / MODULE)]?.[Math.floor(x / MODULE)]) brightness[(top + y) * WIDTH + left + x] = 16;
    }
  }
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, grey]);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`),
    ...Array.from({ length: 10 }, () => frame),
  ]);
}

let world: World;
let folder: string;
beforeAll(async () => {
  world = await World.start({ page: true });
  folder = mkdtempSync(path.join(tmpdir(), 'codes-'));
});
beforeEach(() => world.reset());
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a code in front of a camera', () => {
  let browser: Browser;
  beforeAll(async () => {
    const film = path.join(folder, 'code.y4m');
    writeFileSync(film, filmOf('https://example.org/d?sno=PL10001'));
    browser = await startBrowser(
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    );
  });
  afterAll(() => browser.close());

  test('Outside WeChat, the phone camera scans the code of a device and enters it', async () => {
    const person = await BrowserPerson.open(browser, world, { weixin: false });
    expect(await person.arrives('ordinary')).toEqual({ see: 'my' });
    expect(await person.opensTheCamera()).toEqual({ see: 'plans' });
    expect(person.complaints()).toEqual([]);
    await person.leaves();
  });
});

describe('a phone without a camera', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('Without a camera, the user can type the device number', async () => {
    const person = await BrowserPerson.open(browser, world, { weixin: false });
    await person.arrives('ordinary');
    expect(await person.typesTheNumber('PL10008')).toEqual({ see: 'notice', reason: 'locked' });
    expect(person.complaints()).toEqual([]);
    await person.leaves();
  });
});

describe('a code in an image', () => {
  test('device enter --image enters the device whose code a PNG contains', async () => {
    const picture = path.join(folder, 'PL10001.png');
    writeFileSync(picture, Buffer.from(await (await fetch(`${world.url}/__sandbox/qr/PL10001.png`)).arrayBuffer()));
    const { accessToken } = await world.user('ordinary');
    const env = { PHYSIO_API: `${world.url}/api`, PHYSIO_TOKEN: accessToken };
    const { code, data } = await runPhysio(['device', 'enter', '--image', picture], { home: folder, env });
    expect({ code, data }).toMatchObject({ code: 0, data: { sno: 'PL10001', outcome: 'lease' } });
  });
});
