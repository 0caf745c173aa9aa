import type { ReceiptWords } from './receipt-words.ts';

/** The light theme in any case, because the user may print the picture. */
const COLOURS = {
  paper: '#f7f4ee',
  surface: '#fffefb',
  ink: '#14302c',
  soft: '#4d625d',
  line: '#e2ddd1',
  accent: '#0b6a5c',
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

type Pen = CanvasRenderingContext2D;
type Look = { size: number; weight?: 400 | 650; colour?: string; align?: CanvasTextAlign };

/** Returns the receipt as a PNG data URL, which phones can save by a long press; undefined without canvas support. */
export function drawReceipt(words: ReceiptWords): string | undefined {
  const canvas = document.createElement('canvas');
  const height = draw(canvas.getContext('2d'), words, 0);
  if (height === undefined) return undefined;
  canvas.width = WIDTH * DENSITY;
  canvas.height = height * DENSITY;
  const pen = canvas.getContext('2d');
  pen?.scale(DENSITY, DENSITY);
  draw(pen, words, height);
  return canvas.toDataURL('image/png');
}

/** Returns the required height, which is known only after drawing. `drawReceipt` therefore draws twice. */
function draw(
  pen: Pen | null,
  { brand, title, state, caution, amount, rows, times }: ReceiptWords,
  height: number,
): number | undefined {
  if (!pen) return undefined;
  pen.fillStyle = COLOURS.paper;
  pen.fillRect(0, 0, WIDTH, height);
  mark(pen, MARGIN, 24);
  write(pen, brand, MARGIN + 36, 44, { size: 17, weight: 650, colour: COLOURS.accent });
  card(pen, MARGIN, 72, WIDTH - 2 * MARGIN, height - 72 - 24);
  let y = 112;
  write(pen, title, LEFT, y, { size: 24, weight: 650 });
  write(pen, state, RIGHT, y, {
    size: 17,
    weight: 650,
    align: 'right',
    colour: caution ? COLOURS.caution : COLOURS.accent,
  });
  y += 20;
  if (caution !== undefined) y = warn(pen, caution, y);
  if (amount) {
    write(pen, amount[0], LEFT, y + 36, { size: 17, colour: COLOURS.soft });
    write(pen, amount[1], RIGHT, y + 36, { size: 34, weight: 650, align: 'right' });
    y += 52;
  }
  for (const row of rows) if (row !== amount) y = line(pen, row, y, 17);
  pen.strokeStyle = COLOURS.line;
  pen.setLineDash([3, 4]);
  pen.beginPath();
  pen.moveTo(LEFT, y + 12);
  pen.lineTo(RIGHT, y + 12);
  pen.stroke();
  pen.setLineDash([]);
  y += 16;
  for (const row of times) y = line(pen, row, y, 15);
  return y + 40;
}

function line(pen: Pen, [label, value]: readonly [string, string], top: number, size: number): number {
  write(pen, label, LEFT, top + LINE, { size, colour: COLOURS.soft });
  const pieces = pieceUp(pen, value, RIGHT - LEFT - LABEL_WIDTH, { size, weight: 650 });
  for (const [index, piece] of pieces.entries())
    write(pen, piece, RIGHT, top + LINE * (index + 1), { size, weight: 650, align: 'right' });
  return top + LINE * pieces.length + 8;
}

function warn(pen: Pen, caution: string, top: number): number {
  const look: Look = { size: 17, weight: 650, colour: COLOURS.caution };
  const pieces = pieceUp(pen, caution, RIGHT - LEFT - 24, look);
  pen.fillStyle = COLOURS.cautionSoft;
  pen.fillRect(LEFT, top, RIGHT - LEFT, LINE * pieces.length + 16);
  for (const [index, piece] of pieces.entries()) write(pen, piece, LEFT + 12, top + LINE * (index + 1), look);
  return top + LINE * pieces.length + 20;
}

function write(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  { size, weight = 400, colour = COLOURS.ink, align = 'left' }: Look,
): void {
  pen.font = `${weight} ${size}px ${FAMILY}`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text, x, y);
}

/** Breaks the text into lines of at most `width` px. */
function pieceUp(pen: Pen, text: string, width: number, { size, weight = 400 }: Look): string[] {
  pen.font = `${weight} ${size}px ${FAMILY}`;
  const pieces = [''];
  for (const character of text) {
    const longer = (pieces[pieces.length - 1] ?? '') + character;
    if (pen.measureText(longer).width <= width) pieces[pieces.length - 1] = longer;
    else pieces.push(character);
  }
  return pieces;
}

function card(pen: Pen, x: number, y: number, width: number, height: number): void {
  const corner = 20;
  pen.beginPath();
  pen.moveTo(x + corner, y);
  pen.arcTo(x + width, y, x + width, y + height, corner);
  pen.arcTo(x + width, y + height, x, y + height, corner);
  pen.arcTo(x, y + height, x, y, corner);
  pen.arcTo(x, y, x + width, y, corner);
  pen.closePath();
  pen.fillStyle = COLOURS.surface;
  pen.fill();
  pen.strokeStyle = COLOURS.line;
  pen.stroke();
}

/** Draws the brand's mark, 28 px wide. */
function mark(pen: Pen, x: number, y: number): void {
  pen.fillStyle = COLOURS.accent;
  pen.beginPath();
  pen.arc(x + 14, y + 14, 14, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = COLOURS.white;
  pen.lineWidth = 2.2;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.beginPath();
  pen.moveTo(x + 5.7, y + 14.9);
  for (const [dx, dy] of [
    [9.2, 14.9],
    [11.4, 9.6],
    [15.8, 19.2],
    [18.4, 12.7],
    [19.7, 14.9],
    [22.3, 14.9],
  ] as const)
    pen.lineTo(x + dx, y + dy);
  pen.stroke();
  pen.lineWidth = 1;
}
