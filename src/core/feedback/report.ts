import { maskPhones } from '../basics/phone.ts';
import { dateTimeText, pastTimeText } from '../basics/time.ts';
import type { SeenCall, Timed } from './recent-activity.ts';
import { withoutPrivateShapes, withoutSecrets } from './redaction.ts';

/** Facts about the phone and its browser. */
export interface PhoneFacts {
  userAgent: string;
  insideWeChat: boolean;
  online: boolean;
}

export interface ReportFacts {
  /** Epoch ms. */
  now: number;
  version: string;
  /** The device that the message is about. */
  sno?: string | undefined;
  /** The device that the user last looked at; it need not be the one that the message is about. */
  lastSno?: string | undefined;
  phone: PhoneFacts;
  /** The oldest first. */
  screens: readonly Timed<{ path: string }>[];
  calls: readonly Timed<SeenCall>[];
  /** Values to redact, regardless of their shape. */
  secrets: readonly string[];
}

/** Labels of the report's lines. They are part of its format: the support desk's reader finds the lines by them. */
export const REPORT_LABELS = {
  heading: '诊断信息',
  version: '版本',
  device: '设备编号',
  lastDevice: '最近查看的设备',
  phone: '手机',
  insideWeChat: '微信内',
  online: '网络连接',
  screens: '最近页面',
  calls: '最近请求',
  yes: '是',
  no: '否',
};

/** Maximum length of a report, in characters. */
export const MAX_REPORT_LENGTH = 1_900;
const MAX_USER_AGENT_LENGTH = 320;
const MAX_PATH_LENGTH = 48;

/**
 * Creates a diagnostic report without private data. What is of another day than the report has its date. The latest call is first; the oldest ones are omitted if the report
 * is too long.
 */
export function reportOf({ now, version, sno, lastSno, phone, screens, calls, secrets }: ReportFacts): string {
  const tidy = (text: string) => withoutPrivateShapes(withoutSecrets(text, secrets));
  const answer = (is: boolean) => (is ? REPORT_LABELS.yes : REPORT_LABELS.no);
  const place = ({ at, path }: Timed<{ path: string }>) =>
    `${pastTimeText(at, now)} ${tidy(path).slice(0, MAX_PATH_LENGTH)}`;
  const device = (label: string, number: string | undefined) =>
    number === undefined ? [] : [`${label} ${maskPhones(withoutSecrets(number, secrets))}`];
  const lines = [
    `${REPORT_LABELS.heading} ${dateTimeText(now)}`,
    `${REPORT_LABELS.version} ${tidy(version)}`,
    ...device(REPORT_LABELS.device, sno),
    ...device(REPORT_LABELS.lastDevice, lastSno),
    `${REPORT_LABELS.phone} ${tidy(phone.userAgent).slice(0, MAX_USER_AGENT_LENGTH)}`,
    `${REPORT_LABELS.insideWeChat} ${answer(phone.insideWeChat)}  ${REPORT_LABELS.online} ${answer(phone.online)}`,
    REPORT_LABELS.screens,
    ...newestFirst(screens).map(place),
    REPORT_LABELS.calls,
    ...newestFirst(calls).map((call) => `${place(call)} ${tidy(call.code)} ${Math.round(call.ms)}ms`),
  ];
  return withinLimit(lines);
}

function newestFirst<Item>(items: readonly Item[]): Item[] {
  const newest = [...items];
  newest.reverse();
  return newest;
}

function withinLimit(lines: readonly string[]): string {
  let report = '';
  for (const line of lines) {
    const longer = report === '' ? line : `${report}\n${line}`;
    if (longer.length > MAX_REPORT_LENGTH) break;
    report = longer;
  }
  return report;
}
