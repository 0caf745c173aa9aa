/** A feature that the oldest supported phones lack. The oldest are iOS 15.0 and Chromium 107. */
export interface Newer {
  name: string;
  /** The first Safari version with the feature. */
  safari: string;
  /** Matches source code that uses the feature. */
  pattern: RegExp;
}

const of = (owner: string, safari: string, ...names: string[]): Newer[] =>
  names.map((name) => ({
    name: `${owner}.${name}`,
    safari,
    pattern: owner.endsWith('.prototype')
      ? new RegExp(`(?<!\\.\\.)\\.${name}\\b\\(`)
      : new RegExp(`\\b${owner}\\??\\.${name}\\b`),
  }));

const global = (safari: string, ...names: string[]): Newer[] =>
  names.map((name) => ({ name, safari, pattern: new RegExp(`\\b${name}\\b`) }));

/** Built-in objects and methods, named by their path in the browser. */
export const newerBuiltIns: readonly Newer[] = [
  ...of('Object', '15.4', 'hasOwn'),
  ...of('Object', '17.4', 'groupBy'),
  ...of('Map', '17.4', 'groupBy'),
  ...of('Array', '16.4', 'fromAsync'),
  ...of('Array.prototype', '15.4', 'at', 'findLast', 'findLastIndex'),
  ...of('Array.prototype', '16', 'toSorted', 'toReversed', 'toSpliced', 'with'),
  ...of('String.prototype', '16.4', 'isWellFormed', 'toWellFormed'),
  ...of('Promise', '17.4', 'withResolvers'),
  ...of('Promise', '18.2', 'try'),
  ...of('Set.prototype', '17', 'union', 'intersection', 'difference', 'isSubsetOf'),
  ...of('AbortSignal', '16', 'timeout'),
  ...of('AbortSignal', '17.4', 'any'),
  ...of('AbortSignal.prototype', '15.4', 'throwIfAborted'),
  ...of('URL', '17', 'canParse'),
  ...of('URL', '18', 'parse'),
  ...of('Response', '17', 'json'),
  ...of('Crypto.prototype', '15.4', 'randomUUID'),
  ...of('Element.prototype', '17.4', 'checkVisibility'),
  ...of('HTMLElement.prototype', '17', 'showPopover', 'hidePopover', 'togglePopover'),
  ...of('HTMLFormElement.prototype', '16', 'requestSubmit'),
  ...of('HTMLInputElement.prototype', '16', 'showPicker'),
  ...of('HTMLVideoElement.prototype', '15.4', 'requestVideoFrameCallback'),
  ...of('Document.prototype', '18', 'startViewTransition'),
  ...of('CanvasRenderingContext2D.prototype', '16', 'roundRect'),
  ...of('Navigator.prototype', '16', 'permissions').map((each) => ({ ...each, pattern: /\bnavigator\.permissions\b/ })),
  ...of('Navigator.prototype', '15.4', 'locks').map((each) => ({ ...each, pattern: /\bnavigator\.locks\b/ })),
  ...of('HTMLElement.prototype', '15.5', 'inert').map((each) => ({ ...each, pattern: /\binert\b/ })),
  ...global('15.4', 'structuredClone', 'BroadcastChannel'),
  ...global('16.4', 'OffscreenCanvas', 'CompressionStream', 'DecompressionStream'),
  ...global('never', 'requestIdleCallback'),
  { name: 'scheduler', safari: 'never', pattern: /\bscheduler\.(postTask|yield)\b/ },
];

/** Features that a test cannot remove from a browser: syntax, events, and what the fake WeChat needs itself. */
const newerWriting: readonly Newer[] = [
  { name: 'looking behind in a pattern', safari: '16.4', pattern: /\(\?<[=!]/ },
  { name: 'a static block', safari: '16.4', pattern: /\bstatic\s*\{/ },
  { name: 'scrollend', safari: '26.2', pattern: /\bscrollend\b/ },
  { name: 'HTMLDialogElement.prototype.showModal', safari: '15.4', pattern: /\.showModal\b/ },
];

export const newerScript: readonly Newer[] = [...newerBuiltIns, ...newerWriting];

export const newerStyle: readonly Newer[] = [
  { name: ':has()', safari: '15.4', pattern: /:has\(/ },
  { name: ':focus-visible', safari: '15.4', pattern: /:focus-visible/ },
  { name: '::backdrop', safari: '15.4', pattern: /::backdrop/ },
  { name: ':user-invalid', safari: '16.5', pattern: /:user-(in)?valid/ },
  { name: 'nesting', safari: '16.5', pattern: /&/ },
  { name: '@container', safari: '16', pattern: /@container|container-type|\d(cqw|cqh|cqi|cqb)\b/ },
  { name: '@layer', safari: '15.4', pattern: /@layer/ },
  { name: '@property', safari: '16.4', pattern: /@property/ },
  { name: '@starting-style', safari: '17.5', pattern: /@starting-style/ },
  { name: 'ranges in a media query', safari: '16.4', pattern: /@media[^{]*[<>]/ },
  { name: 'color-mix()', safari: '16.2', pattern: /color-mix\(/ },
  { name: 'oklch()', safari: '15.4', pattern: /\b(oklch|oklab|lab|lch)\(/ },
  { name: 'light-dark()', safari: '17.5', pattern: /light-dark\(/ },
  { name: 'dvh, svh, lvh', safari: '15.4', pattern: /\d[dsl]v(h|w|min|max)\b/ },
  { name: 'lh', safari: '16.4', pattern: /\dr?lh\b/ },
  { name: 'sin(), round()', safari: '15.4', pattern: /\b(sin|cos|tan|round|mod)\(/ },
  { name: 'subgrid', safari: '16', pattern: /\bsubgrid\b/ },
  { name: 'accent-color', safari: '15.4', pattern: /\baccent-color:/ },
  { name: 'mask', safari: '15.4', pattern: /(?<![-\w])mask(-\w+)?:/ },
  { name: 'appearance', safari: '15.4', pattern: /(?<![-\w])appearance:/ },
  { name: 'user-select', safari: 'never', pattern: /(?<![-\w])user-select:/ },
  { name: 'backdrop-filter', safari: '18', pattern: /(?<![-\w])backdrop-filter:/ },
  { name: 'scroll-behavior', safari: '15.4', pattern: /scroll-behavior:/ },
  { name: 'overscroll-behavior', safari: '16', pattern: /overscroll-behavior/ },
  { name: 'overflow: clip', safari: '16', pattern: /overflow(-[xy])?:\s*clip/ },
  { name: 'scrollbar-gutter', safari: '18.2', pattern: /scrollbar-gutter/ },
  { name: 'content-visibility', safari: '18', pattern: /content-visibility|contain-intrinsic/ },
  { name: 'text-wrap', safari: '17.5', pattern: /text-wrap/ },
  { name: 'field-sizing', safari: '26.2', pattern: /field-sizing/ },
];
