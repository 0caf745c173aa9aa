import { dateText } from '../../../core/basics/time.ts';
import type { LeaseSubject } from '../../../core/lease/lease-subject.ts';
import { copy } from '../../copy/zh-CN.ts';
import { FailureBanner } from '../../parts/failure/FailureBanner.tsx';
import { separated } from '../../parts/words/separated.ts';

/**
 * Warns that a plan extends the rental of a customer, who may be another one, or may extend one that does not say for whom it is.
 * `note`: what was noted of that customer.
 */
export function ExtendedRental({
  rental: { orderNo, expiresAt, assist },
  note,
}: {
  rental: NonNullable<LeaseSubject['extended']>;
  note: string | undefined;
}) {
  const until = expiresAt === undefined ? undefined : dateText(expiresAt);
  const { rentedForCustomer, rentedForUnsaid, extendsRental } = copy.lease;
  return (
    <div role="status">
      <FailureBanner
        isAlert={false}
        title={assist ? rentedForCustomer : rentedForUnsaid}
        reason={orderNo && separated([note, copy.payment.orderNumber(orderNo)])}
        meaning={extendsRental(assist === true, until)}
      />
    </div>
  );
}
