import { judgeDevice } from '../../../../../core/diagnosis/fleet/fleet-requirement.ts';
import { plain } from '../../../../words/text.ts';
import type { DeviceFinding } from '../finding.ts';
import { countsOf, countsText, secondsOf, verdictOf, type FleetReport } from './report.ts';

interface TestCase {
  name: string;
  ms: number;
  outcome?: { element: 'failure' | 'error' | 'skipped'; type?: string; message: string; text?: string };
}

const SUITE = 'physio.device.check';

/** A test case per device, and one for --min or for an empty list. A device that could not be checked is an error, one that was skipped is skipped. */
export function junitReport(report: FleetReport): string[] {
  const { startedAt, endedAt } = report;
  const cases = [...report.findings.map((finding) => deviceCase(finding, report)), ...fleetCase(report)];
  const count = (element: string) => cases.filter(({ outcome }) => outcome?.element === element).length;
  const totals = attributes({
    name: SUITE,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: secondsOf(endedAt - startedAt),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${totals}>`,
    `  <testsuite${totals}${attributes({ timestamp: new Date(startedAt).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length) })}>`,
    ...cases.flatMap(caseLines),
    '  </testsuite>',
    '</testsuites>',
  ];
}

function deviceCase(
  { sno, status, message, ms = 0, problem, isSkipped }: DeviceFinding,
  report: FleetReport,
): TestCase {
  const { expected, min } = report.requirement;
  const verdict = judgeDevice(report.requirement, status);
  if (isSkipped) return { name: sno, ms, outcome: { element: 'skipped', message: report.stoppedBy ?? message } };
  if (verdict === 'unmet') {
    const wanted = expected === undefined || min !== undefined ? '' : `, expected ${expected.join(' or ')}`;
    return {
      name: sno,
      ms,
      outcome: { element: 'failure', type: status, message: `${status}${wanted}`, text: message },
    };
  }
  if (verdict === 'undecided')
    return {
      name: sno,
      ms,
      outcome: { element: 'error', type: problem?.code ?? status, message: `${status}`, text: message },
    };
  return { name: sno, ms };
}

function fleetCase({ findings, requirement }: FleetReport): TestCase[] {
  const { min, expected = ['free'] } = requirement;
  if (min === undefined)
    return findings.length > 0
      ? []
      : [
          {
            name: 'at least one device',
            ms: 0,
            outcome: { element: 'error', type: 'empty', message: 'no devices to check' },
          },
        ];
  const verdict = verdictOf({ findings, requirement: { min, expected, failing: [] } });
  const message = `required ${min} ${expected.join(' or ')}, found ${countsText(countsOf(findings))}`;
  const name = `at least ${min} ${expected.join(' or ')}`;
  if (verdict === 'met') return [{ name, ms: 0 }];
  const element = verdict === 'unmet' ? 'failure' : 'error';
  return [{ name, ms: 0, outcome: { element, type: 'min', message } }];
}

function caseLines({ name, ms, outcome }: TestCase): string[] {
  const head = `    <testcase${attributes({ classname: SUITE, name, time: secondsOf(ms) })}`;
  if (!outcome) return [`${head}/>`];
  const { element, type, message, text } = outcome;
  const open = `<${element}${attributes({ message, ...(type === undefined ? {} : { type }) })}`;
  const body = text === undefined ? `${open}/>` : `${open}>${escaped(text)}</${element}>`;
  return [`${head}>`, `      ${body}`, '    </testcase>'];
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Letters that XML 1.0 does not allow, and halves of surrogate pairs. */
const FORBIDDEN = /[\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

function escaped(text: string): string {
  return plain(text)
    .replace(FORBIDDEN, '\uFFFD')
    .replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? '');
}
