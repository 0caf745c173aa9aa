import type { Problem } from '../../../core/problem.ts';

const ROUNDS = 3;
/** A server that restarts is not given up. */
const SHORTEST_OUTAGE_MS = 5_000;
/** A gateway that reaches no server behind it. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/**
 * Stops a check of many devices where the server has gone. Questions that are under way together fail together, which counts as one round:
 * a failure begins another only where its question was asked after the last one was counted.
 */
export class CircuitBreaker {
  /** Why nothing more is asked. */
  openedBy?: Problem;
  /** Since the last answer. */
  failures = 0;
  private rounds = 0;
  private questions = 0;
  private counted = 0;
  private failingSince = 0;
  private hasAnswered = false;

  /** `now` in ms. */
  constructor(private readonly now: () => number) {}

  /** The number of a question that is asked now; to be given to `record`. */
  ask(): number {
    return (this.questions += 1);
  }

  /** How a question ended. */
  record(question: number, problem: Problem | undefined): void {
    if (problem?.endsTheSession) this.openedBy ??= problem;
    else if (problem && this.isOfTheServer(problem)) this.fail(question, problem);
    else {
      this.hasAnswered = true;
      this.rounds = 0;
      this.failures = 0;
    }
  }

  private fail(question: number, problem: Problem): void {
    this.failures += 1;
    if (this.rounds === 0) this.failingSince = this.now();
    else if (question <= this.counted) return;
    this.rounds += 1;
    this.counted = this.questions;
    const isLong = problem.isNotTheApi || this.now() - this.failingSince >= SHORTEST_OUTAGE_MS;
    if (isLong && this.rounds >= ROUNDS) this.openedBy ??= problem;
  }

  /** A server that has answered at this address speaks of the device with a 404. */
  private isOfTheServer({ code, status, isNotTheApi }: Problem): boolean {
    return code === 'network' || code === 'timeout' || (status !== undefined && GATEWAY_STATUSES.includes(status)) || (isNotTheApi && !this.hasAnswered);
  }
}
