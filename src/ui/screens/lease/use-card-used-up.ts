import { ReadDeviceUse } from '../../../core/device/read-device-use.ts';
import { ignoreFailure } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { remainingUsesWith } from '../../../core/wallet/card.ts';
import { useApplication, useService } from '../../application.ts';
import { useLoad } from '../../parts/hooks/use-task.ts';

/**
 * Reads whether the user has a card of the device's operator without uses left; false without a device, and while a payment
 * may have added some. Reads again when `key` changes. The caller must be an observer.
 */
export function useCardUsedUp(sno: string | undefined, key: string) {
  const { payments } = useApplication();
  const queries = useService(Queries);
  const deviceUse = useService(ReadDeviceUse);
  return useLoad(async () => {
    if (sno === undefined) return false;
    const [cards, operatorId] = await Promise.all([
      queries.allCards().catch(ignoreFailure),
      deviceUse.operatorOf(sno).catch(ignoreFailure),
    ]);
    if (!cards || operatorId === undefined || payments.isUnlisted(sno, operatorId)) return false;
    const hasCard = cards.records.some((card) => card.operatorId === operatorId);
    return hasCard && remainingUsesWith(cards, operatorId) === 0;
  }, key);
}
