/** An opaque colour as `#rrggbb`, in small letters. */
export type Colour = string;

/** Reads `#rgb` or `#rrggbb`; undefined for anything else. */
export function parseColour(text: string): Colour | undefined {
  if (/^#[\da-f]{6}$/i.test(text)) return text.toLowerCase();
  return /^#[\da-f]{3}$/i.test(text) ? text.toLowerCase().replaceAll(/[\da-f]/g, '$&$&') : undefined;
}

/** Mixes two colours. `share` is the share of the second one, from 0 to 1. */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const channels = channelsOf(other);
  return `#${channelsOf(one)
    .map((value, index) => Math.round(value + ((channels[index] ?? 0) - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrast(one: Colour, other: Colour): number {
  const ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05);
  return Math.max(ratio, 1 / ratio);
}

const channelsOf = (colour: Colour): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
