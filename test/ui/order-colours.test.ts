import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(`src/ui/${file}`, 'utf8');
const tokens = read('tokens.css');
const [light = '', dark = ''] = tokens.split('prefers-color-scheme: dark');

/** The text colour of a class in a stylesheet, in one colour scheme. */
function colourOf(file: string, name: string, scheme: string): string {
  const rule = new RegExp(`^\\.${name} {\\n[^}]*?\\bcolor: var\\(--([\\w-]+)\\)`, 'm').exec(read(file));
  return new RegExp(`--${rule?.[1]}: (#\\w{6});`).exec(scheme)?.[1] ?? `no colour for ${name}`;
}

/** The hue as a word; a colour with little saturation is grey. */
function hueName(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (most - least < 40) return 'grey';
  const sixth =
    most === red
      ? ((green - blue) / (most - least) + 6) % 6
      : most === green
        ? (blue - red) / (most - least) + 2
        : (red - green) / (most - least) + 4;
  return sixth * 60 < 50 ? 'orange' : sixth * 60 < 190 ? 'green' : 'blue';
}

// covers 4.orders.11a
test.each([
  ['light', light],
  ['dark', dark],
])('In the %s scheme, an unpaid order is green, a paid one is orange and a cancelled one is grey', (_, scheme) => {
  const file = 'screens/order-list/OrderItem.module.css';
  expect(['to-pay', 'paid', 'cancelled'].map((state) => hueName(colourOf(file, state, scheme)))).toEqual([
    'green',
    'orange',
    'grey',
  ]);
});
