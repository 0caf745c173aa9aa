import { contrast, mix, parseColour, type Colour } from './colour.ts';

export type SchemeName = 'light' | 'dark';

interface Scheme {
  /** Every ground that an accent stands on as text, besides its own pale shade. */
  grounds: readonly Colour[];
  /** Every text colour that stands on the pale shade, besides the accents. */
  inks: readonly Colour[];
  shadesOf(accent: Colour): Shades;
  /** An accent with too little contrast moves towards this colour. */
  limit: Colour;
}

/** The colours that depend on an accent, by the names of the design tokens. */
export type Shades = Record<
  'accent' | 'accent-deep' | 'accent-soft' | 'accent-line' | 'on-accent' | 'ring-track',
  Colour
>;

const BLACK = '#000000';
const WHITE = '#ffffff';

/** The grounds and inks are those of the design tokens. */
export const SCHEMES: Readonly<Record<SchemeName, Scheme>> = {
  light: {
    grounds: ['#f7f4ee', '#fffefb', '#efebe2'],
    inks: ['#14302c', '#4d625d'],
    shadesOf: (accent) => ({
      accent,
      'accent-deep': mix(accent, BLACK, 0.32),
      'accent-soft': mix(WHITE, accent, 0.12),
      'accent-line': mix(WHITE, accent, 0.35),
      'on-accent': WHITE,
      'ring-track': mix('#efebe2', accent, 0.1),
    }),
    limit: BLACK,
  },
  dark: {
    grounds: ['#0f1716', '#182321', '#0b1211'],
    inks: ['#e9f1ee', '#a9bab5'],
    shadesOf: (accent) => ({
      accent,
      'accent-deep': mix(accent, WHITE, 0.3),
      'accent-soft': mix('#0f1716', accent, 0.17),
      'accent-line': mix('#0f1716', accent, 0.4),
      'on-accent': mix(BLACK, accent, 0.15),
      'ring-track': mix('#182321', accent, 0.1),
    }),
    limit: WHITE,
  },
};

/** The contrast of text, and of a line that shows a state (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT = 4.5;
const LINE = 3;
/** The contrast of a dark accent that is derived from the light one. */
const COMFORTABLE = 7;
const STEPS = 50;

/** Each pair of a text and its ground, or of a line and its ground, with the contrast that it needs. */
export function pairsOf(shades: Shades, { grounds, inks }: Scheme): (readonly [Colour, Colour, number])[] {
  const { accent, 'accent-deep': deep, 'accent-soft': soft, 'on-accent': onAccent, 'ring-track': track } = shades;
  return [
    ...[...grounds, soft].flatMap((ground) => [accent, deep].map((text) => [text, ground, TEXT] as const)),
    ...inks.map((ink) => [ink, soft, TEXT] as const),
    [onAccent, accent, TEXT],
    [onAccent, deep, TEXT],
    [accent, track, LINE],
  ];
}

/** Derives the shades of the nearest accent whose pairs all have enough contrast; on the grounds at least `least`. */
export function shadesFor(accent: Colour, name: SchemeName, least = TEXT): Shades {
  const scheme = SCHEMES[name];
  for (let step = 0; ; step += 1) {
    const shades = scheme.shadesOf(mix(accent, scheme.limit, step / STEPS));
    const isEnough =
      scheme.grounds.every((ground) => contrast(shades.accent, ground) >= least) &&
      pairsOf(shades, scheme).every(([one, other, needed]) => contrast(one, other) >= needed);
    if (isEnough || step === STEPS) return shades;
  }
}

type BrandColour = 'accent' | 'accentDark';

/** The shades of a brand. A scheme without a colour keeps the tokens. */
export interface BrandShades {
  light?: Shades;
  dark?: Shades;
  /** The fields whose contrast is too low, with the colour that is used in their place. */
  adjusted: { field: BrandColour; used: Colour }[];
}

/** Derives the shades of both schemes. A missing or invalid dark accent is derived from the light one. */
export function brandShades(brand: { accent?: string | undefined; accentDark?: string | undefined }): BrandShades {
  const result: BrandShades = { adjusted: [] };
  const derive = (field: BrandColour, scheme: SchemeName) => {
    const accent = parseColour(brand[field] ?? '');
    if (accent === undefined) return undefined;
    const shades = shadesFor(accent, scheme);
    if (shades.accent !== accent) result.adjusted.push({ field, used: shades.accent });
    result[scheme] = shades;
    return accent;
  };
  const accent = derive('accent', 'light');
  if (derive('accentDark', 'dark') === undefined && accent !== undefined)
    result.dark = shadesFor(accent, 'dark', COMFORTABLE);
  return result;
}
