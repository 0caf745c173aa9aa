import { receivedReport, type ReceivedReport } from '../../../core/feedback/received-report.ts';
import { REPORT_LABELS } from '../../../core/feedback/report.ts';
import {
  storyOf,
  timeOf,
  type ReportStory,
  type StoryEvent,
  type StoryFinding,
} from '../../../core/feedback/report-story.ts';
import { Problem } from '../../../core/problem.ts';
import type { CommandHint } from '../../words/command-hint.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { dayAndSecond, durationText, iso } from '../../words/format.ts';
import { counted } from '../../words/text.ts';
import { explanationOf, findingText } from './explanations.ts';
import { code, listOf, section, tableOf } from './markdown.ts';
import { nameOf, notText, textOfFile } from '../../input/text-file.ts';

export const fields = [
  'createdAt',
  'version',
  'sno',
  'lastSno',
  'phone',
  'insideWeChat',
  'online',
  'findings',
  'events',
  'incomplete',
  'others',
];

export const formats = ['table', 'md', 'json'];

/** The last argument names the given options of `support`, which Commander accepts here as well. */
export async function readReport(
  { output, environment, hint }: Context,
  file: string,
  [unknown]: readonly string[],
): Promise<ExitCode> {
  if (unknown !== undefined)
    throw new Problem('invalid-input', { message: `Unknown option '--${unknown}': it needs a device number` });
  if (file === '-' && environment.stdin.isTTY === true) output.note('Paste the text, then press Ctrl-D.');
  const text = await textOfFile(file, environment);
  const report = receivedReport(text);
  if (!report && text.includes('\0')) throw notText(nameOf(file));
  if (!report)
    return output.refuse(
      {
        code: 'no-report',
        message: `${nameOf(file)} contains no diagnostic report.`,
        hint: `Copy the whole text of the feedback, from the line that begins with ${REPORT_LABELS.heading}.`,
      },
      EXIT.usage,
    );
  const story = storyOf(report);
  await output.record(rowOf(report, story, hint), output.isMachine ? [] : await textOf(report, story, hint));
  return EXIT.done;
}

function rowOf(report: ReceivedReport, { phone, events, findings }: ReportStory, hint: CommandHint) {
  const { createdAt, version, sno, lastSno, userAgent, insideWeChat, online, incomplete, others } = report;
  const time = (at: number) => (createdAt === undefined ? undefined : iso(at));
  return {
    createdAt: iso(createdAt),
    version,
    sno,
    lastSno,
    phone: { ...phone, userAgent },
    insideWeChat,
    online,
    findings: findings.map((finding) => ({
      ...factsOf(finding),
      message: findingText(finding, sno ?? lastSno, hint).replaceAll('`', ''),
    })),
    events: events.map((event) => {
      if (event.kind === 'screen') return { ...event, at: time(event.at) };
      const { problem, ...call } = event;
      const failure = problem && { code: problem.code, ...explanationOf(problem, hint) };
      return { ...call, at: time(event.at), failure };
    }),
    incomplete,
    others,
  };
}

/** A finding with the codes of its failures. */
function factsOf(finding: StoryFinding) {
  if (finding.kind === 'repeated-failure') return { ...finding, problem: undefined, code: finding.problem.code };
  if (finding.kind !== 'slow') return finding;
  const { path, call, ms } = finding.slowest;
  return { ...finding, slowest: { path, call, ms } };
}

async function textOf(report: ReceivedReport, { phone, events, findings }: ReportStory, hint: CommandHint) {
  const { createdAt, version, sno, lastSno, insideWeChat, online, incomplete, others } = report;
  const yesOrNo = (is: boolean | undefined) => (is === undefined ? undefined : is ? 'yes' : 'no');
  const created =
    createdAt === undefined ? 'The report lacks its date; times are in China.' : `Created ${dayAndSecond(createdAt)}.`;
  const failures = failureLines(events, hint);
  const nothing =
    failures.length === 0
      ? '- Nothing: no call in the report failed or was slow. Earlier calls are not in it.'
      : '- Nothing but the failures below.';
  const notes = [
    incomplete > 0 && `${counted(incomplete, 'entry is', 'entries are')} cut off or illegible.`,
    others > 0 && `The text contains ${counted(others, 'older report')}, which this leaves out.`,
  ];
  return [
    `# Diagnostic report${sno === undefined ? '' : ` about ${code(sno)}`}`,
    '',
    [created, ...notes].filter(Boolean).join(' '),
    ...section(
      'Phone',
      listOf([
        ['device last viewed', lastSno && code(lastSno)],
        ['app version', version && code(version)],
        ['system', phone.system],
        ['browser', phone.browser],
        ['WeChat', phone.weChat],
        ['inside WeChat', yesOrNo(insideWeChat)],
        ['online', yesOrNo(online)],
      ]),
    ),
    ...section(
      'Findings',
      findings.length === 0 ? [nothing] : findings.map((finding) => `- ${findingText(finding, sno ?? lastSno, hint)}`),
    ),
    ...section('Story', await storyLines(events, createdAt)),
    ...section('Failures', failures),
    ...(sno === undefined ? [] : ['', `To see the device now: ${code(hint`support ${sno}`)}`]),
  ];
}

async function storyLines(events: readonly StoryEvent[], createdAt: number | undefined): Promise<string[]> {
  if (events.length === 0) return [];
  const time = (event: StoryEvent) => timeOf(event, createdAt);
  const rows = events.map((event) =>
    event.kind === 'screen'
      ? [time(event), `opened ${code(event.path)}`, '', event.ms === undefined ? '' : durationText(event.ms)]
      : [
          time(event),
          `${code(event.path)}${event.call === undefined ? '' : ` ${event.call}`}`,
          event.problem ? `failed: ${event.code}` : event.code,
          durationText(event.ms),
        ],
  );
  return tableOf(['time', 'event', 'result', 'took'], rows);
}

/** Each kind of failure once, with what it means and what to try. */
function failureLines(events: readonly StoryEvent[], hint: CommandHint): string[] {
  const failures = new Map(
    events.flatMap((event) =>
      event.kind === 'call' && event.problem ? [[event.code, explanationOf(event.problem, hint)] as const] : [],
    ),
  );
  return [...failures].flatMap(([result, { means, advice }]) => [
    `- ${code(result)}: ${means}`,
    `  - To try: ${advice}`,
  ]);
}
