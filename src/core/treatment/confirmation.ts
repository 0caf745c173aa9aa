import type { Clock } from '../../ports/clock.ts';
import { holdInstant } from '../basics/instants.ts';
import { CONFIRMATION_INTERVAL_MS, CONFIRMATION_TIMEOUT_MS, type OnConfirmationPoll } from './treatment.ts';

/**
 * Asks each second for 15 s after an accepted command, until there is an answer. The end moves with each correction of
 * the clock. `ask`: with the end, epoch ms.
 */
export async function untilConfirmed<Answer>(
  clock: Clock,
  onPoll: OnConfirmationPoll | undefined,
  ask: (endsAt: number) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const accepted = holdInstant(clock);
  const endsAt = () => accepted.at() + CONFIRMATION_TIMEOUT_MS;
  try {
    onPoll?.(undefined, endsAt());
    do {
      const answer = await ask(endsAt());
      if (answer !== undefined) return answer;
      await clock.sleep(Math.min(CONFIRMATION_INTERVAL_MS, Math.max(0, endsAt() - clock.now())));
    } while (clock.now() < endsAt());
    return undefined;
  } finally {
    accepted.release();
  }
}
