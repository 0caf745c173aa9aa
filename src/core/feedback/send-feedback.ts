import type { ApiClient } from '../api/api-client.ts';
import { Problem } from '../problem.ts';
import { SingleFlight } from '../basics/single-flight.ts';
import { createFeedback } from './api.ts';

export type FeedbackOutcome = { kind: 'sent' } | { kind: 'empty' } | { kind: 'refused'; problem: Problem };

/** Sends the user's feedback. */
export class SendFeedback {
  private readonly flights = new SingleFlight();

  constructor(private readonly api: ApiClient) {}

  /**
   * Sends the content with the report appended. The optional phone number is sent as typed. A refusal is an outcome;
   * rejects with any other Problem, and with that of a server that broke down: it may have taken the text.
   */
  send({
    content,
    phone,
    report,
  }: {
    content: string;
    phone?: string;
    report?: string | undefined;
  }): Promise<FeedbackOutcome> {
    return this.flights.run(JSON.stringify([content, phone, report]), async () => {
      if (content.trim() === '') return { kind: 'empty' };
      try {
        await this.api.call(createFeedback, {
          content: report === undefined ? content.trim() : `${content.trim()}\n\n${report}`,
          phone: phone?.trim() || undefined,
        });
      } catch (thrown) {
        const problem = Problem.of(thrown);
        if (problem.code === 'refused' && !problem.mayHaveTakenEffect) return { kind: 'refused', problem };
        throw problem;
      }
      return { kind: 'sent' };
    });
  }
}
