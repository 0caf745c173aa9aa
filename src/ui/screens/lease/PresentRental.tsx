import { dateText } from '../../../core/basics/time.ts';
import type { LeaseSubject } from '../../../core/lease/lease-subject.ts';
import { copy } from '../../copy/zh-CN.ts';
import { FailureBanner } from '../../parts/failure/FailureBanner.tsx';
import { separated } from '../../parts/words/separated.ts';

interface PresentRentalProps {
  rental: NonNullable<LeaseSubject['present']>;
  /** What was noted of its customer. */
  note: string | undefined;
}

/** Says who rents the device already, and what paying for a plan does to that rental. */
export function PresentRental({ rental: { orderNo, expiresAt, assist, effect }, note }: PresentRentalProps) {
  const { rentedForCustomer, rentedForSelf, rentedForUnsaid, onRental } = copy.lease;
  const until = expiresAt === undefined ? undefined : dateText(expiresAt);
  return (
    <div role="status">
      <FailureBanner
        isAlert={false}
        title={assist === undefined ? rentedForUnsaid : assist ? rentedForCustomer : rentedForSelf}
        reason={orderNo && separated([note, copy.payment.orderNumber(orderNo)])}
        meaning={onRental(effect, until)}
      />
    </div>
  );
}
