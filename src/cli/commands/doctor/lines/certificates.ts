import { DAY } from '../../../../core/basics/time.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { CliEnvironment } from '../../../environment.ts';
import { counted } from '../../../words/text.ts';
import type { Line } from './line.ts';

/** Certificates are usually renewed 30 days before their end: from here on, nobody does it. */
const DAYS_TO_RENEW = 14;

/** The lines for the certificates of the servers that a customer needs, each server once. */
export class Certificates {
  private readonly seen = new Set<string>();

  constructor(
    private readonly environment: Pick<CliEnvironment, 'certificateEnd'>,
    private readonly time: Pick<Clock, 'now'>,
  ) {}

  /** The line for TLS, with the end of the certificate of the API if that is known. */
  async ofTheApi(line: Line, api: URL): Promise<Line> {
    this.seen.add(api.host);
    return line.result === 'good' ? { ...line, ...(await this.endAt(api)) } : line;
  }

  /** The line for another server, unless it is one of those before, uses no TLS, or the end is not known. */
  async ofAnother(server: URL): Promise<Line[]> {
    if (!['https:', 'wss:'].includes(server.protocol) || this.seen.has(server.host)) return [];
    this.seen.add(server.host);
    const end = await this.endAt(server);
    return end ? [{ check: 'tls', subject: server.host, ...end }] : [];
  }

  private async endAt(server: URL): Promise<Pick<Line, 'result' | 'detail' | 'advice'> | undefined> {
    const endsAt = await this.environment.certificateEnd(server);
    if (endsAt === undefined) return undefined;
    const detail = `the certificate ends on ${new Date(endsAt).toISOString().slice(0, 10)}`;
    const days = Math.floor((endsAt - this.time.now()) / DAY);
    if (days >= DAYS_TO_RENEW) return { result: 'good', detail };
    return {
      result: 'warning',
      detail: `${detail}, in ${counted(days, 'day')}`,
      advice: 'renew it on the server and reload the server',
    };
  }
}
