import type { lease as chinese } from '../zh-CN/lease.ts';
import type { Texts } from './texts.ts';

/** The English texts of renting. */
export const lease: Texts<typeof chinese> = {
  lease: {
    basis: 'How to rent',
    duration: 'By time',
    uses: 'By use',
    units: {
      day: (amount) => (amount === 1 ? ' day' : ' days'),
      use: (amount) => (amount === 1 ? ' use' : ' uses'),
    },
    original: 'Regular',
    plan: (amount, unit, price, original) =>
      `${amount}${unit}, ¥${price}${original === undefined ? '' : `, regular price ¥${original}`}`,
    pay: (amount) => `Pay ¥${amount}`,
    choose: 'Please choose a plan',
    rentalChanged: 'Who rents this device has changed. Nothing was charged',
    plansChanged: 'The plans have changed. Please choose again',
    noPlans: 'No plans available',
    noPlansHint: 'Try the other way to rent, or ask the staff',
    forCustomer: 'Rent for a customer',
    rentedForCustomer: 'This device is rented for a customer already',
    rentedForSelf: 'You rent this device for yourself',
    rentedForUnsaid: 'This device is rented already; the rental doesn’t say for whom',
    onRental: (effect, until) => {
      const does = { extends: 'extends', 'may-extend': 'may extend', leaves: 'doesn’t extend' }[effect];
      return `Paying ${does} that rental${until === undefined ? '' : `, now until ${until}`}`;
    },
    priceChanged: 'The price has changed',
    priceChangedText: (order, plan) => `The plan costs ¥${plan}, the order ¥${order}. Pay ¥${order}?`,
    notNow: 'Not now',
    payNow: (amount) => `Pay ¥${amount}`,
    toBePaidLater: {
      lease: 'Your order is saved. Pay or cancel it under Orders',
      card: 'Your order is saved and not paid. Buy this plan again to continue with it',
    },
    otherOrder: 'The server returned another order of yours, so no new one was made',
    orderUnsure: {
      lease: 'We can’t tell whether the order was placed. Please check under Orders',
      card: 'We can’t tell whether the order was placed. Please check your card’s entries, under Cards',
    },
    restrictions: {
      'no-duration': 'You can’t rent by time here',
      'no-card-on-renewal': 'Cards can’t be used for renewals',
      'no-card-for-customer': 'Cards can’t be used for customer rentals',
    },
  },

  plans: {
    device: 'Device',
    card: 'Card',
    payNothingChosen: 'Pay',
    usedUp: 'No uses left on this card',
    noneOf: { duration: 'No plans by time', uses: 'No plans by use' },
  },

  terms: {
    until: (date) => `Until about ${date}`,
    each: (unit, price, isRounded) => `${isRounded ? 'about ' : ''}¥${price} per ${unit}`,
    saved: (amount) => `save ¥${amount}`,
    best: 'Best value',
    usesFor: 'Each start takes one use. Valid for this shop’s devices',

    onPaying: 'By paying you agree to the ',
    onBinding: 'By adding your number you agree to the ',
    names: {
      terms: 'User agreement',
      privacy: 'Privacy policy',
      rental: 'Rental agreement',
      refund: 'Refunds',
      help: 'Help',
    },
  },
};
