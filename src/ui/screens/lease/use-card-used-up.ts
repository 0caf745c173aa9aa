import { ReadDeviceUse } from '../../../core/checkout/holdings/read-device-use.ts';
import { ignoreFailure } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { remainingUsesWith } from '../../../core/wallet/card.ts';
import { useApplication, useService } from '../../application.ts';
import { usePageResume } from '../../parts/hooks/use-page-resume.ts';
import { useLoad } from '../../parts/hooks/use-task.ts';

/**
 * True if the user has a card of the device's operator without uses left; false without a device, and while a payment
 * may have added some. Reads again when `key` changes. The caller must be an observer.
 */
export function useCardUsedUp(sno: string | undefined, key: string): boolean {
  const { payments, time } = useApplication();
  const queries = useService(Queries);
  const deviceUse = useService(ReadDeviceUse);
  const usedUp = useLoad(async () => {
    if (sno === undefined) return undefined;
    const askedAt = time.now();
    const [cards, operatorId] = await Promise.all([
      queries.allCards().catch(ignoreFailure),
      deviceUse.operatorOf(sno).catch(ignoreFailure),
    ]);
    if (!cards || operatorId === undefined) return undefined;
    const hasCard = cards.records.some((card) => card.operatorId === operatorId);
    return hasCard && remainingUsesWith(cards, operatorId) === 0 ? { of: { sno, operatorId }, askedAt } : undefined;
  }, key);
  usePageResume(() => void usedUp.restart(key));
  return usedUp.result !== undefined && !payments.isUnlisted(usedUp.result.of, usedUp.result.askedAt);
}
