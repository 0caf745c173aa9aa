import type { Problem } from '../../../../core/problem.ts';

const MAX_FAILED_ROUNDS = 3;
/** A restarting server is given this long. */
const MIN_OUTAGE_MS = 5_000;
/** A gateway that cannot reach its server. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/**
 * Stops a check of many devices when the server goes down. Parallel calls fail together and count as one round: a failure begins another
 * round only if its call began after the last round was counted.
 */
export class CircuitBreaker {
  /** Why the check stopped. */
  openedBy?: Problem;
  /** Failures since the last answer. */
  failures = 0;
  private rounds = 0;
  private questions = 0;
  private counted = 0;
  private failingSince = 0;
  private hasAnswered = false;

  /** `now` in ms. */
  constructor(private readonly now: () => number) {}

  /** The number of a call that begins now, for `record`. */
  ask(): number {
    return (this.questions += 1);
  }

  /** Records how a call ended. */
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
    const isLong = problem.isNotTheApi || this.now() - this.failingSince >= MIN_OUTAGE_MS;
    if (isLong && this.rounds >= MAX_FAILED_ROUNDS) this.openedBy ??= problem;
  }

  /** A 404 of a server that has answered before is about the device. */
  private isOfTheServer({ code, status, isNotTheApi }: Problem): boolean {
    return (
      code === 'network' ||
      code === 'timeout' ||
      (status !== undefined && GATEWAY_STATUSES.includes(status)) ||
      (isNotTheApi && !this.hasAnswered)
    );
  }
}
