import type { PresentRental } from '../../../core/lease/present-rental.ts';
import { until } from '../../words/format.ts';

/** Who rents the device already, and what an order or its payment does to that rental: `act` is "This order" or "Paying order N". */
export function rentalText(sno: string, rental: PresentRental, act: string, now: number): string {
  const end = until(rental.expiresAt, now);
  const facts = [rental.orderNo && `order ${rental.orderNo}`, end && `until ${end}`].filter(Boolean).join(', ');
  return `${renterText(sno, rental)}${facts && `: ${facts}`}. ${effectText(rental, act)}`;
}

function renterText(sno: string, { assist }: PresentRental): string {
  if (assist === undefined) return `The list does not say for whom ${sno} is rented`;
  return assist ? `${sno} is rented for a customer` : `This account rents ${sno} for itself`;
}

function effectText({ effect }: PresentRental, act: string): string {
  switch (effect) {
    case 'extends':
      return `${act} extends that customer's rental.`;
    case 'may-extend':
      return `${act} may extend that rental.`;
    case 'leaves':
      return `${act} does not extend that rental.`;
  }
}
