import { dateText } from '../../../core/basics/time.ts';
import type { PresentRental } from '../../../core/lease/present-rental.ts';
import { copy } from '../../copy/zh-CN.ts';
import { FailureBanner } from '../failure/FailureBanner.tsx';
import { separated } from '../words/separated.ts';

interface PresentRentalBannerProps {
  rental: PresentRental;
  /** What was noted of its customer. */
  note: string | undefined;
}

/** Says who rents the device already, and what paying for a plan does to that rental. */
export function PresentRentalBanner({ rental, note }: PresentRentalBannerProps) {
  return (
    <div role="status">
      <FailureBanner
        isAlert={false}
        title={renterOf(rental)}
        reason={rental.orderNo && separated([note, copy.payment.orderNumber(rental.orderNo)])}
        meaning={effectOn(rental)}
      />
    </div>
  );
}

/** For whom the device is rented already. */
export function renterOf({ assist }: PresentRental): string {
  const { rentedForCustomer, rentedForSelf, rentedForUnsaid } = copy.lease;
  return assist === undefined ? rentedForUnsaid : assist ? rentedForCustomer : rentedForSelf;
}

/** What a payment does to the rental. */
export function effectOn({ effect, expiresAt }: PresentRental): string {
  return copy.lease.onRental(effect, expiresAt === undefined ? undefined : dateText(expiresAt));
}
