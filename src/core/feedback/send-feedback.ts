import type { ApiClient } from '../api/api-client.ts';
import { Problem } from '../problem.ts';
import { SingleFlight } from '../single-flight.ts';
import { createFeedback } from './api.ts';

export type FeedbackOutcome = { kind: 'sent' } | { kind: 'empty' } | { kind: 'refused'; message?: string };

/** Sends what somebody has to say. */
export class SendFeedback {
  private readonly flights = new SingleFlight();

  constructor(private readonly api: ApiClient) {}

  /** The phone number is optional and goes as it was written; a report of what happened stands below the content. Rejects with the Problem of the call, but for the server's refusals. */
  send({
    content,
    phone,
    report,
  }: {
    content: string;
    phone?: string;
    report?: string | undefined;
  }): Promise<FeedbackOutcome> {
    return this.flights.run('send', async () => {
      if (content.trim() === '') return { kind: 'empty' };
      try {
        await this.api.call(createFeedback, {
          content: report === undefined ? content.trim() : `${content.trim()}\n\n${report}`,
          phone: phone?.trim() || undefined,
        });
      } catch (thrown) {
        const problem = Problem.of(thrown);
        if (problem.code === 'refused') return { kind: 'refused', message: problem.serverMessage };
        throw problem;
      }
      return { kind: 'sent' };
    });
  }
}
