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
    plansChanged: 'The plans have changed. Please choose again',
    noPlans: 'No plans available',
    noPlansHint: 'Please look at the other way to rent, or ask the shop staff',
    forCustomer: 'Rent for a customer',
    priceChanged: 'The amount of the order has changed',
    priceChangedText: (order, plan) => `The plan costs ¥${plan}, the order ¥${order}. Pay ¥${order}?`,
    notNow: 'Not now',
    payNow: (amount) => `Pay ¥${amount}`,
    toBePaidLater: {
      lease: 'The order exists. You can pay or cancel it under Orders',
      card: 'The order exists and is not paid. Buying this plan again continues with it',
    },
    done: 'Rented. Nothing to pay',
    orderUnsure: {
      lease: 'It is not known whether the order exists. Please look under Orders',
      card: 'It is not known whether the order exists. Please look at the entries of your card, under Cards',
    },
    restrictions: {
      'no-duration': 'Renting by time is not possible here',
      'no-card-on-renewal': 'Cards can’t be used for renewals',
      'no-card-for-customer': 'Cards can’t be used for customer rentals',
    },
  },

  plans: {
    device: 'Device',
    card: 'Card',
    shopAndNumber: (sno, shop) => [sno && `No. ${sno}`, shop && `Shop ${shop}`].filter(Boolean).join(' · '),
    payNothingChosen: 'Pay',
    usedUp: 'The card is used up',
    noneOf: { duration: 'No plans by time', uses: 'No plans by use' },
  },

  terms: {
    until: (date) => `Until ${date}`,
    each: (unit, price, isRounded) => `${isRounded ? 'about ' : ''}¥${price} per ${unit}`,
    saved: (amount) => `save ¥${amount}`,
    best: 'Best value',
    usesFor: 'Each start deducts one use. Valid for the devices of this shop',

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
