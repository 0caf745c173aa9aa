import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { BrowserPerson } from './browser-person.ts';
import { afterThisTest } from './failure-record.ts';
import { closePhone, openPhone, startBrowser } from './phone.ts';

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

test('Outside WeChat, the phone camera scans the code of a device and enters it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'codes-'));
  afterThisTest(async () => rmSync(folder, { recursive: true, force: true }));
  const film = path.join(folder, 'code.y4m');
  writeFileSync(film, filmOf('https://example.org/d?sno=PL10001'));
  const browser = await startBrowser(
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  );
  afterThisTest(() => browser.close());
  const phone = await openPhone(browser);
  afterThisTest(() => closePhone(phone));
  const person = BrowserPerson.with(phone, { weixin: false });
  expect(await person.arrives('ordinary')).toEqual({ see: 'my' });
  expect(await person.opensTheCamera()).toEqual({ see: 'plans' });
  expect(person.complaints()).toEqual([]);
});
