import * as v from 'valibot';
import type { Clock } from '../../../ports/clock.ts';
import type { HttpResponse } from '../../../ports/http.ts';
import { Problem } from '../../problem.ts';
import { decodeAnswer, type ApiClient } from '../api-client.ts';
import { compareAnswer, type FieldFinding } from './compare-answer.ts';
import type { Endpoint } from '../endpoint.ts';
import { renamedFields } from './renamed-fields.ts';
import { otherEnvelopeFields, unexpectedCode } from './success-code.ts';

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
  /** What the response has in place of the contract's code of success. Without a problem, it probably means success. */
  unexpectedCode?: string;
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
      ms: Math.round(this.clock.now() - startedAt),
    });
    try {
      const response = await this.api.exchange(endpoint, input);
      return {
        ...measured(),
        ...examineResponse({ name: endpoint.name, answer: this.api.answerOf(endpoint) }, response),
      };
    } catch (thrown) {
      return { ...measured(), fields: [], problem: Problem.expected(thrown) };
    }
  }
}

/** Compares a response with the contract. A response that probably means success is compared despite its code. */
function examineResponse<Answer extends v.GenericSchema>(
  { name, answer }: { name: string; answer: Answer },
  response: HttpResponse,
): Pick<ExaminedCall<v.InferOutput<Answer>>, 'problem' | 'unexpectedCode' | 'fields' | 'answer'> {
  let problem: Problem | undefined;
  try {
    decodeAnswer({ name, answer: v.unknown() }, response);
  } catch (thrown) {
    problem = Problem.expected(thrown);
  }
  const json = parsed(response.body);
  const { got, isLikelySuccess } = (problem && unexpectedCode(json)) ?? {};
  if (problem && !isLikelySuccess) return { fields: [], problem, unexpectedCode: got };
  const { data } = json as { data?: unknown };
  const read = v.safeParse(answer, data);
  return {
    unexpectedCode: got,
    fields: compareAnswer({ answer }, data).map((field) => withEnvelope(field, answer, json)),
    answer: read.success ? read.output : undefined,
  };
}

/** Names the other field of the envelope that may carry the missing `data`, which is then no empty list. */
function withEnvelope(field: FieldFinding, answer: v.GenericSchema, json: unknown): FieldFinding {
  if (field.path !== '' || ((json as { data?: unknown }).data ?? undefined) !== undefined) return field;
  const renamedTo = renamedFields('data', answer, otherEnvelopeFields(json));
  return renamedTo.length === 0 ? field : { ...field, verdict: 'missing', renamedTo };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
