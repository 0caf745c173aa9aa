import type { ReceiptWords } from './receipt-words.ts';

/** The light theme in any case, because the user may print the picture. */
const COLOURS = {
  paper: '#f7f4ee',
  surface: '#fffefb',
  ink: '#14302c',
  soft: '#4d625d',
  line: '#e2ddd1',
  caution: '#7a5200',
  cautionSoft: '#fbefd2',
  white: '#ffffff',
};
const FAMILY =
  "-apple-system, BlinkMacSystemFont, 'PingFang SC', 'HarmonyOS Sans SC', 'MiSans', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif";
const DENSITY = 3;
const WIDTH = 360;
const MARGIN = 20;
const PADDING = 20;
const LEFT = MARGIN + PADDING;
const RIGHT = WIDTH - MARGIN - PADDING;
const LABEL_WIDTH = 84;
const LINE = 24;

/** What the brand gives to a receipt. */
export interface ReceiptFace {
  /** The accent of the light scheme. */
  accent: string;
  /** Draws nothing before the logo has loaded; the mark of the app if there is none. */
  logo: HTMLImageElement | 'loading' | undefined;
}

type Context = CanvasRenderingContext2D;
type TextStyle = { size: number; weight?: 400 | 650; colour?: string; align?: CanvasTextAlign };

/** Returns the receipt as a PNG data URL, which phones can save by a long press; undefined without canvas support. */
export function drawReceipt(words: ReceiptWords, face: ReceiptFace): string | undefined {
  const canvas = document.createElement('canvas');
  const height = draw(canvas.getContext('2d'), words, face, 0);
  if (height === undefined) return undefined;
  canvas.width = WIDTH * DENSITY;
  canvas.height = height * DENSITY;
  const context = canvas.getContext('2d');
  context?.scale(DENSITY, DENSITY);
  draw(context, words, face, height);
  return canvas.toDataURL('image/png');
}

/** Returns the required height, which is known only after drawing. `drawReceipt` therefore draws twice. */
function draw(
  context: Context | null,
  { brand, title, state, caution, amount, rows, times }: ReceiptWords,
  { accent, logo }: ReceiptFace,
  height: number,
): number | undefined {
  if (!context) return undefined;
  context.fillStyle = COLOURS.paper;
  context.fillRect(0, 0, WIDTH, height);
  if (logo === undefined) drawMark(context, MARGIN, 24, accent);
  else if (logo !== 'loading') drawLogo(context, logo, MARGIN, 24);
  drawText(context, brand, MARGIN + 36, 44, { size: 17, weight: 650, colour: accent });
  drawCard(context, MARGIN, 72, WIDTH - 2 * MARGIN, height - 72 - 24);
  let y = 112;
  drawText(context, title, LEFT, y, { size: 24, weight: 650 });
  drawText(context, state, RIGHT, y, {
    size: 17,
    weight: 650,
    align: 'right',
    colour: caution ? COLOURS.caution : accent,
  });
  y += 20;
  if (caution !== undefined) y = drawCaution(context, caution, y);
  if (amount) {
    drawText(context, amount[0], LEFT, y + 36, { size: 17, colour: COLOURS.soft });
    drawText(context, amount[1], RIGHT, y + 36, { size: 34, weight: 650, align: 'right' });
    y += 52;
  }
  for (const row of rows) if (row !== amount) y = drawRow(context, row, y, 17);
  context.strokeStyle = COLOURS.line;
  context.setLineDash([3, 4]);
  context.beginPath();
  context.moveTo(LEFT, y + 12);
  context.lineTo(RIGHT, y + 12);
  context.stroke();
  context.setLineDash([]);
  y += 16;
  for (const row of times) y = drawRow(context, row, y, 15);
  return y + 40;
}

function drawRow(context: Context, [label, value]: readonly [string, string], top: number, size: number): number {
  drawText(context, label, LEFT, top + LINE, { size, colour: COLOURS.soft });
  const lines = wrapText(context, value, RIGHT - LEFT - LABEL_WIDTH, { size, weight: 650 });
  for (const [index, line] of lines.entries())
    drawText(context, line, RIGHT, top + LINE * (index + 1), { size, weight: 650, align: 'right' });
  return top + LINE * lines.length + 8;
}

function drawCaution(context: Context, caution: string, top: number): number {
  const style: TextStyle = { size: 17, weight: 650, colour: COLOURS.caution };
  const lines = wrapText(context, caution, RIGHT - LEFT - 24, style);
  context.fillStyle = COLOURS.cautionSoft;
  context.fillRect(LEFT, top, RIGHT - LEFT, LINE * lines.length + 16);
  for (const [index, line] of lines.entries()) drawText(context, line, LEFT + 12, top + LINE * (index + 1), style);
  return top + LINE * lines.length + 20;
}

function drawText(
  context: Context,
  text: string,
  x: number,
  y: number,
  { size, weight = 400, colour = COLOURS.ink, align = 'left' }: TextStyle,
): void {
  context.font = `${weight} ${size}px ${FAMILY}`;
  context.fillStyle = colour;
  context.textAlign = align;
  context.fillText(text, x, y);
}

/** Breaks the text into lines of at most `width` px, between words where the language allows it. */
function wrapText(context: Context, text: string, width: number, { size, weight = 400 }: TextStyle): string[] {
  context.font = `${weight} ${size}px ${FAMILY}`;
  const fits = (line: string) => context.measureText(line.trimEnd()).width <= width;
  const words = Array.from(
    new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text),
    (word) => word.segment,
  );
  const lines = [''];
  for (const part of words.flatMap((word) => (fits(word) ? [word] : Array.from(word)))) {
    const extended = (lines[lines.length - 1] ?? '') + part;
    if (fits(extended)) lines[lines.length - 1] = extended;
    else lines.push(part);
  }
  return lines.map((line) => line.trim());
}

function drawCard(context: Context, x: number, y: number, width: number, height: number): void {
  const corner = 20;
  context.beginPath();
  context.moveTo(x + corner, y);
  context.arcTo(x + width, y, x + width, y + height, corner);
  context.arcTo(x + width, y + height, x, y + height, corner);
  context.arcTo(x, y + height, x, y, corner);
  context.arcTo(x, y, x + width, y, corner);
  context.closePath();
  context.fillStyle = COLOURS.surface;
  context.fill();
  context.strokeStyle = COLOURS.line;
  context.stroke();
}

/** Fits the logo into a square of 28 px. */
function drawLogo(context: Context, logo: HTMLImageElement, x: number, y: number): void {
  const scale = 28 / Math.max(logo.naturalWidth, logo.naturalHeight);
  const [width, height] = [logo.naturalWidth * scale, logo.naturalHeight * scale];
  context.drawImage(logo, x + (28 - width) / 2, y + (28 - height) / 2, width, height);
}

/** Draws the mark of the app, 28 px wide. */
function drawMark(context: Context, x: number, y: number, accent: string): void {
  context.fillStyle = accent;
  context.beginPath();
  context.arc(x + 14, y + 14, 14, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = COLOURS.white;
  context.lineWidth = 2.2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(x + 5.7, y + 14.9);
  for (const [dx, dy] of [
    [9.2, 14.9],
    [11.4, 9.6],
    [15.8, 19.2],
    [18.4, 12.7],
    [19.7, 14.9],
    [22.3, 14.9],
  ] as const)
    context.lineTo(x + dx, y + dy);
  context.stroke();
  context.lineWidth = 1;
}
