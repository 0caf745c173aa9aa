import type { Cloud } from '../cloud/cloud.ts';
import { Problem } from '../problem.ts';
import { SingleFlight } from '../single-flight.ts';
import { createFeedback } from './api.ts';

export type FeedbackOutcome = { kind: 'sent' } | { kind: 'empty' } | { kind: 'refused'; message?: string };

/** Sends what somebody has to say. */
export class SendFeedback {
  private readonly flights = new SingleFlight();

  constructor(private readonly cloud: Cloud) {}

  /** The phone number is optional and goes as it was written. Rejects with the Problem of the call, but for the server's refusals. */
  send({ content, phone }: { content: string; phone?: string }): Promise<FeedbackOutcome> {
    return this.flights.run('send', async () => {
      if (content.trim() === '') return { kind: 'empty' };
      try {
        await this.cloud.call(createFeedback, { content: content.trim(), phone: phone?.trim() || undefined });
      } catch (thrown) {
        const problem = Problem.of(thrown);
        if (problem.code === 'refused') return { kind: 'refused', message: problem.serverMessage };
        throw problem;
      }
      return { kind: 'sent' };
    });
  }
}
