import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Names that were replaced by terms of the field. Each is unmistakable: no other thing has it. */
export const OLD_NAMES = [
  'ANSWERS_WITHIN',
  'askAhead',
  'askSoon',
  'CancelSignal',
  'clearUp',
  'COMMAND_TAKES',
  'damaged-slices',
  'DRAWN_FROM',
  'EntryTurn',
  'FileTurns',
  'forgetProblem',
  'GizwitsLine',
  'gravest',
  'HandOverPaymentBridge',
  'inDoubt',
  'isSaidToBePaid',
  'joinLater',
  'leavesUsInDoubt',
  'LONGEST_TURN',
  'LookAtDevice',
  'LOOKS_EVERY',
  'main-first',
  'main-later',
  'makeAtOnce',
  'markOf',
  'OpenOrders',
  'OpenPayments',
  'orderAsked',
  'OrderDesk',
  'partFor',
  'PaymentSheet',
  'PaymentSheets',
  'phone-clock',
  'phoneAhead',
  'queryAfresh',
  'QueuedTurns',
  'ReadAhead',
  'rememberedAs',
  'RESPONDS_WITHIN',
  'restEndsAt',
  'ScanTurn',
  'sentenceOf',
  'SHARES_TAKE',
  'stand-in-fetch',
  'startInDoubt',
  'StartTurn',
  'StartWish',
  'STATE_TAKES',
  'stopInDoubt',
  'takeEarly',
  'test/house',
  'token-end.ts',
  'ToldCall',
  'TreatmentInView',
  'TroubleLine',
  'Turns',
  'turnTo',
  'useRest',
  'useSteadyHand',
  'useUseCase',
  'WebTurns',
  'WeixinFirstScanner',
  'Wishes',
  'writeBeside',
] as const;

const SEARCHED = [
  'src',
  'test',
  'sandbox',
  'scripts',
  'bench',
  'contract',
  'manual',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
];
/** A decision may name what it replaced; these two files name what they look for. */
const MAY_NAME_THEM = /^docs\/decisions\/|^test\/architecture\/old-names/;
const TEXT = /\.(?:[mc]?[jt]sx?|json|md|html|css|ya?ml)$/;

/** The texts of the project in which the old names are searched, by path. */
export function searchedTexts(): Map<string, string> {
  const files = SEARCHED.flatMap((place) =>
    statSync(place).isFile()
      ? [place]
      : readdirSync(place, { recursive: true, encoding: 'utf8' }).map(
          (file) => `${place}/${file.replaceAll(path.sep, '/')}`,
        ),
  );
  const texts = files.filter((file) => TEXT.test(file) && !file.includes('node_modules/') && !MAY_NAME_THEM.test(file));
  return new Map(texts.map((file) => [file, readFileSync(file, 'utf8')]));
}

/** Each old name in each text, as `file: name`. A sentence may begin with the verb `Turns`; a type is not followed by a word. */
export function oldNamesIn(texts: ReadonlyMap<string, string>): string[] {
  const names = OLD_NAMES.map((name) => (name === 'Turns' ? 'Turns(?! \\w)' : name.replaceAll('.', '\\.')));
  const pattern = new RegExp(`(?<![\\w$-])(?:${names.join('|')})(?![\\w$])`, 'g');
  return [...texts].flatMap(([file, text]) => [...new Set(text.match(pattern))].map((name) => `${file}: ${name}`));
}
