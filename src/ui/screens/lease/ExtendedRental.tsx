import { dateText } from '../../../core/basics/time.ts';
import type { LeaseSubject } from '../../../core/lease/lease-subject.ts';
import { copy } from '../../copy/zh-CN.ts';
import { FailureBanner } from '../../parts/failure/FailureBanner.tsx';
import { separated } from '../../parts/words/separated.ts';

/** Warns that a plan extends the rental of a customer, who may be another one. `note`: what was noted of that customer. */
export function ExtendedRental({
  rental: { orderNo, expiresAt },
  note,
}: {
  rental: NonNullable<LeaseSubject['extended']>;
  note: string | undefined;
}) {
  const until = expiresAt === undefined ? undefined : dateText(expiresAt);
  return (
    <div role="status">
      <FailureBanner
        isAlert={false}
        title={copy.lease.rentedForCustomer}
        reason={orderNo && separated([note, copy.payment.orderNumber(orderNo)])}
        meaning={copy.lease.extendsRental(until)}
      />
    </div>
  );
}
