import type { my as chinese } from '../zh-CN/my.ts';
import { common } from './common.ts';
import { counted } from './count.ts';
import type { Texts } from './texts.ts';

/** The English texts of the user's own pages and of the bars above every screen. */
export const my: Texts<typeof chinese> = {
  lists: {
    end: 'No more entries',
    leftOut: (rows) => `${counted(rows, 'entry', 'entries')} cannot be shown`,
  },

  titles: {
    login: 'Mobile number',
    lease: 'Choose a plan',
    orderDetail: 'Order',
    custom: 'Therapy device',
    share: 'Sharing',
    my: 'My page',
    modeMenu: 'Choose a mode',
    orderList: 'Orders',
    cardList: 'Cards',
    refundList: 'Refunds',
    feedback: 'Feedback',
    about: 'About us',
  },

  account: {
    code: (brand) => `QR code of the official account of ${brand}`,
    hold: (brand) => `Press and hold the code to open the official account of ${brand}`,
    signIn: 'Sign in',
  },

  running: {
    label: 'Treatment status',
    left: (minutes) => (minutes === undefined ? 'Running' : `Running · ${minutes} min left`),
    mayRun: (time) => `The device may still be running · Last update ${time}`,
    starting: 'Starting · Waiting for the device',
    unreported: 'The device may be running · It has not answered yet',
    stopped: (sno) => `Device ${sno} has stopped`,
    notRunning: (sno) => `Device ${sno} is not running`,
    stopUnconfirmed: (sno) => `It could not be confirmed that device ${sno} has stopped. ${common.safety.mayStillRun}`,
    stopNotMine: (sno) => `Device ${sno} runs for somebody else. No stop was sent`,
    stopAnotherRun: (sno) =>
      `Device ${sno} reports a run that is not the treatment started on this phone. No stop was sent`,
    until: (time) => (time === undefined ? 'Running' : `Running · until ${time}`),
  },

  unkept: 'This phone cannot store payments and treatments. Do not reload or close this page before their end',

  payment: {
    confirming: 'Confirming the payment',
    stillUnknown: 'No payment result yet. If you have paid, do not pay again',
    askAgain: 'Ask again',
    seeOrder: 'See the order',
    support: 'Contact support',
    orderNumber: (number) => `Order ${number}`,
    paid: 'Paid',
    paidElsewhere: 'The order is already paid',
    lapsed: {
      cancelled: 'The order is cancelled. If you have paid, please contact support',
      gone: 'The order no longer exists. If you have paid, please contact support',
    },
    orderCancelled: 'The order is cancelled',
    orderGone: 'The order no longer exists',
    cancelled: 'Payment cancelled',
    failed: 'Payment failed',
    stillToPay: 'The order is not paid. You can pay it again or cancel it.',
    rentedUntil: 'Rented until ',
    boughtUses: (uses) => `${counted(uses, 'use')} bought`,
  },

  my: {
    mainTabs: 'Main navigation',
    deviceTab: 'Devices',
    accountTab: 'Me',
    deviceTabs: 'Lists of devices',
    onLease: 'Rented',
    history: 'History',
    rent: 'Rent a device',
    rentHint: 'Scan the code on the device',
    noDevice: 'No devices',
    noDeviceHint: 'Scan the code on a device to begin your first treatment',
    noHistory: 'No past rentals',
    tryNow: 'Try now',
    online: 'Online',
    offline: 'Offline',
    remainingDays: (days) => `${counted(days, 'day')} left`,
    expired: 'Expired',
    expiry: (date) => `until ${date}`,
    sharedBy: (sharer) => `Shared by ${sharer}`,
    sharerUnnamed: 'somebody',
    agentRental: 'For a customer',
    renew: 'Renew',
    renewNamed: (device) => `Renew ${device}`,
    deviceOffline: 'Device offline',
    refresh: 'Refresh the list of devices',
    refreshing: 'Refreshing...',
    refreshedAt: (time) => `Updated ${time}`,
    loadingDevices: 'Loading devices...',
    guest: 'Guest',
    bindPhone: 'Add your mobile number',
    largeType: 'Easy mode',
    largeTypeShort: 'Large',
    largeTypeHint: 'Large type and buttons',
    owner: (name) => `Shop ${name}`,
  },
};
