import * as v from 'valibot';
import type { Clock } from '../../ports/clock.ts';
import { Problem } from '../problem.ts';
import type { ApiClient } from './api-client.ts';
import { compareAnswer, type FieldFinding } from './compare-answer.ts';
import type { Endpoint } from './endpoint.ts';

/** How a call went: what it was asked (no read takes anything secret or personal), what it answered, how long it took (ms), and every field in which it differs from the contract. */
export interface ExaminedCall<Answer> {
  call: string;
  path: string;
  asked: unknown;
  ms: number;
  problem?: Problem;
  fields: FieldFinding[];
  /** Undefined where it could not be read as agreed. */
  answer?: Answer;
}

/** Makes a call of the contract and looks at its answer before it is decoded. */
export class ExamineCall {
  constructor(
    private readonly api: ApiClient,
    private readonly clock: Clock,
  ) {}

  /** Rejects with an error of this program only: any other failure is part of the answer. */
  async ask<Input, Request extends v.GenericSchema, Answer extends v.GenericSchema>(
    endpoint: Endpoint<Input, Request, Answer>,
    input: Input,
  ): Promise<ExaminedCall<v.InferOutput<Answer>>> {
    const began = this.clock.now();
    const took = () => ({ call: endpoint.name, path: endpoint.path, asked: input, ms: this.clock.now() - began });
    try {
      const data = await this.api.call({ ...endpoint, answer: v.unknown() }, input);
      const read = v.safeParse(endpoint.answer, data);
      return { ...took(), fields: compareAnswer(endpoint, data), answer: read.success ? read.output : undefined };
    } catch (thrown) {
      return { ...took(), fields: [], problem: Problem.expected(thrown) };
    }
  }
}
