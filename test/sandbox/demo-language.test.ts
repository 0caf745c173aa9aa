import { afterEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/main.ts';
import type { DemoLanguage } from '../../sandbox/page/demo-language.ts';
import { isDemoBrand, withDemoBrand } from '../../sandbox/shop/demo-brands.ts';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Served {
  language?: string;
  brand?: { name: string };
  notice: { title: { 'zh-CN': string; en: string }; items: { en: string[] } };
  links: Record<string, string>;
}

const HAN = /\p{Script=Han}/u;
let sandbox: Sandbox;
let directory: string;

async function serve(language?: DemoLanguage): Promise<void> {
  directory = await mkdtemp(path.join(tmpdir(), 'page-'));
  await mkdir(path.join(directory, 'app'));
  await writeFile(path.join(directory, 'headers.json'), '{}');
  await writeFile(
    path.join(directory, 'app/index.html'),
    '<html><head><base href="/"><title>App</title></head></html>',
  );
  await writeFile(path.join(directory, 'app/app-config.json'), '{"apiBase":"/api"}');
  sandbox = await startSandbox({ port: 0, page: { kind: 'static', directory }, brand: 'demo2', language, quiet: true });
}

afterEach(async () => {
  await sandbox.close();
  await rm(directory, { recursive: true });
});

const get = (at: string, cookie = '') => fetch(new URL(at, sandbox.url), { headers: { cookie } });
const configuration = async (cookie?: string) => (await (await get('app-config.json', cookie)).json()) as Served;

test('A page that is opened in English gets the words of the demo operator in English', async () => {
  await serve();
  const page = await get('my?lang=en');
  expect(await page.text()).toContain('<title>Wellbeing Therapy</title>');
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
  const { brand, notice, links, language } = await configuration(cookie);
  expect(brand?.name).toBe('Wellbeing Therapy');
  expect(JSON.stringify([notice.title.en, notice.items.en])).not.toMatch(HAN);
  expect(language).toBeUndefined();
  for (const name of ['terms', 'privacy', 'rental', 'refund', 'help']) {
    const text = await (await get(links[name] ?? '')).text();
    expect(text).toContain('lang="en"');
    expect(text).not.toMatch(HAN);
  }
});

test('With --lang en, the configuration chooses English for all, and an address may choose Chinese', async () => {
  await serve('en');
  expect(await configuration()).toMatchObject({ language: 'en', brand: { name: 'Wellbeing Therapy' } });
  expect(await (await get('my')).text()).toContain('<title>Wellbeing Therapy</title>');
  expect((await configuration('lang=zh-CN')).notice.title['zh-CN']).toBe('首次使用须知');
});

test.each(['demo', 'demo2'].filter(isDemoBrand))(
  'The brand %s has the same settings in both languages',
  async (brand) => {
    await serve();
    const namesIn = (settings: object): string[] =>
      Object.entries(settings).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null
          ? namesIn(value as object).map((each) => `${name}.${each}`)
          : [name],
      );
    expect(namesIn(withDemoBrand({}, brand, 'en'))).toEqual(namesIn(withDemoBrand({}, brand)));
  },
);
