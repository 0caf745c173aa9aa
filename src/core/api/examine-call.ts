import * as v from 'valibot';
import type { Clock } from '../../ports/clock.ts';
import { Problem } from '../problem.ts';
import type { ApiClient } from './api-client.ts';
import { compareAnswer, type FieldFinding } from './compare-answer.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Result of one diagnostic call: its input, response and duration (ms), and every field that differs from the contract.
 * The input of a read is never secret or personal.
 */
export interface ExaminedCall<Answer> {
  call: string;
  path: string;
  asked: unknown;
  ms: number;
  problem?: Problem;
  fields: FieldFinding[];
  /** Undefined if the response does not match the contract. */
  answer?: Answer;
}

/** Makes an API call and compares the raw response with the contract. */
export class ExamineCall {
  constructor(
    private readonly api: ApiClient,
    private readonly clock: Clock,
  ) {}

  /** Rejects only with an internal error; any other failure is part of the result. */
  async ask<Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
    endpoint: Endpoint<Input, Request, Answer>,
    input: Input,
  ): Promise<ExaminedCall<v.InferOutput<Answer>>> {
    const startedAt = this.clock.now();
    const measured = () => ({
      call: endpoint.name,
      path: endpoint.path,
      asked: input,
      ms: this.clock.now() - startedAt,
    });
    try {
      const data = await this.api.call({ ...endpoint, answer: v.unknown() }, input);
      const read = v.safeParse(endpoint.answer, data);
      return { ...measured(), fields: compareAnswer(endpoint, data), answer: read.success ? read.output : undefined };
    } catch (thrown) {
      return { ...measured(), fields: [], problem: Problem.expected(thrown) };
    }
  }
}
