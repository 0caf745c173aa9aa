import { counted } from './english-count.ts';
import { first } from './en-first.ts';
import { lease, plans, terms } from './en-lease.ts';
import { treatment } from './en-treatment.ts';
import type { Texts } from './texts.ts';
import { copy as chineseFirst } from './zh-CN.ts';
import { copy as chineseLease } from './zh-CN-lease.ts';
import { copy as chinese } from './zh-CN-later.ts';
import { copy as chineseMy } from './zh-CN-my.ts';
import { copy as chinesePlans } from './zh-CN-plans.ts';
import { copy as chineseTerms } from './zh-CN-terms.ts';
import { copy as chineseTreatment } from './zh-CN-treatment.ts';
import { copy as chineseUpdate } from './zh-CN-update.ts';

/** The English texts of all screens that are not in the other files. */
const screens: Texts<typeof chinese> = {
  ...first,
  ...lease,
  ...treatment,

  login: {
    banner: 'Please add your mobile number to protect your account',
    mobile: 'Mobile number',
    mobileMissing: 'Please enter your mobile number',
    code: 'Verification code',
    codeMissing: 'Please enter the verification code',
    askForCode: 'Get a code',
    seconds: (left) => `${left} s`,
    waitForNext: ' until the next code',
    bind: 'Add the number',
    sent: 'Sent',
    taken: 'This number is already in use',
    malformed: 'This is not a mobile number',
    bound: 'Your mobile number is updated',
    wrongCode: 'Wrong code',
  },

  share: {
    people: (count) => counted(count, 'person', 'people'),
    headline: 'can use the device',
    add: 'Share with somebody',
    dialog: 'Share the device',
    mobile: 'Mobile number of the person',
    mobileMissing: 'Please enter a mobile number first',
    done: 'Shared',
    unsure: 'It is not certain whether the device is shared. Please check the list of people',
    endNamed: (mobile) => `Stop sharing with ${mobile}`,
    confirmEnd: 'Stop sharing the device with this person?',
    ended: 'No longer shared',
    notEnded: 'Sharing could not be stopped. Please retry',
    alike:
      'Several people show this number. The app cannot tell which one is meant and stopped nothing. Please contact support.',
    none: 'Not shared with anybody',
    noneHint: 'Add the mobile number of a family member to use the device together.',
    link: {
      send: 'Send to a WeChat friend',
      sendHint:
        'Add your friend’s mobile number first. Your friend opens the link, is checked and can start the device',
      title: 'Use this therapy device',
      guide: 'Send to a WeChat friend',
      steps: ['Tap ··· at the top right', 'Choose “Send to chat”', 'Choose your friend and send'],
      private: 'The link contains neither your account nor your mobile number.',
      copied: 'Link copied. Paste it to send it to your friend',
      byHand: 'Copy the link and send it to your friend',
      address: 'Link to the device',
      copy: 'Copy the link',
      notCopied: 'Not copied. Please press and hold the link to copy it',
      screenLeft: 'You left the screen, so the link was not copied',
    },
    sharedWithYou: 'Somebody shares this device with you',
    notYours: 'You cannot manage the sharing of this device',
    ownerOnlyHint: 'Only the person who rents it can manage sharing.',
  },

  feedback: {
    content: 'Your feedback',
    placeholder: 'Your question or opinion',
    phone: 'Mobile number (optional)',
    hint: 'If a device is faulty, please enter your mobile number so that we can reach you',
    send: 'Send',
    missing: 'Please write your feedback',
    sent: 'Feedback sent',
    mayHaveArrived: 'Your text may have arrived. If you send it again, it may arrive twice',
    attach: 'Attach a diagnostic report',
    attachHint: 'It helps us to find the cause. No mobile number, no amounts; it is in Chinese',
    attached: 'Will be sent with your feedback',
  },

  scanner: {
    title: 'Scan the device code',
    hint: 'Hold the code on the device inside the frame',
    opening: 'Opening the camera...',
    denied: 'The camera is not allowed. Please type the device number',
    none: 'There is no camera to use. Please type the device number',
    number: 'Device number',
    numberHint: 'The device number is below the code',
    go: 'OK',
    cancel: 'Cancel',
  },

  orders: {
    states: { 'to-pay': 'To pay', paid: 'Paid', cancelled: 'Cancelled' },
    cardStates: { 'to-pay': 'To pay', paid: 'Paid', cancelled: 'Cancelled' },
    cardStatesListed: { 'to-pay': 'To pay', paid: 'Paid', cancelled: 'Payment cancelled' },
    kinds: { lease: 'Rental', card: 'Card' },
    loading: 'Loading orders...',
    failed: 'The orders could not be loaded',
    operator: 'Shop',
    deviceName: 'Device',
    mac: 'Device MAC',
    plan: 'Plan',
    uses: (amount) => counted(amount, 'use'),
    amount: 'Amount',
    paid: 'Paid',
    due: 'Amount due',
    number: 'Order number',
    orderedAt: 'Ordered',
    paidAt: 'Paid at',
    cancelledAt: 'Cancelled',
    support: 'Contact support',
    pay: 'Pay',
    chooseAgain: 'Choose another plan',
    cancel: 'Cancel the order',
    confirmCancel: 'Cancel this order?',
    cancelDone: 'Order cancelled',
    notCancelled: {
      'in-doubt':
        'The payment is being confirmed, so the order was not cancelled. If you have not paid, please try again later.',
      paid: 'The order is paid and was not cancelled',
      cancelled: 'The order is already cancelled',
      gone: 'The order no longer exists',
      unknown: 'The state of the order is not known, so it was not cancelled. Please contact support.',
    },
    toDevice: 'Use the device',
    none: 'No orders',
    notFound: 'This order was not found. If you have paid, please contact support',
    unverified: 'State not known',
    unknown: 'The state of the order is not known. If you have paid, do not pay again, and contact support.',
    paymentNotOpened: 'The payment did not open. You can pay or cancel the order under Orders',
    askPrice: (amount) => `The order costs ￥${amount}. Pay it?`,
    priceUnknown:
      'The amount of the order is not known, so it cannot be paid now. Please try again later, or contact support',
  },

  receipt: {
    open: 'Save a receipt',
    titles: { payment: 'Payment receipt', order: 'Order record' },
    cautions: {
      'to-pay': 'Not paid at the time of the state. This is no proof of payment',
      paid: (state) => `State of the order: ${state}. This is no proof of payment`,
      cancelled: 'The order is cancelled. This is no proof of payment',
      unknown: 'The state of the order is not known. This is no proof of payment',
    },
    state: 'State',
    readAt: 'State as of',
    issuedAt: 'Issued',
    line: (label, value) => `${label}: ${value}`,
    hold: 'Press and hold the picture to save it',
    download: 'Save the picture',
    copy: 'Copy as text',
    copied: 'Copied',
    notCopied: 'Not copied. Please press and hold to select the text',
  },

  cards: {
    none: 'No cards',
    noneHint: 'After you buy a card, its uses are shown here.',
    remaining: 'Uses left ',
    times: (amount) => `${amount}`,
    lastUsed: 'Last used ',
    records: (total) => counted(total, 'entry', 'entries'),
    renew: 'Buy more',
    renewNamed: (operator) => `Buy more uses of ${operator}`,
    unnamed: 'Card of a shop',
    toDevice: (sno) => `Back to device ${sno}`,
  },

  refundRequest: {
    title: 'Ask for a refund',
    hint: 'Choose a reason, then enter your mobile number and send the feedback, so that the staff can reach you.',
    reasons: {
      fault: 'The device is faulty',
      'wrong-plan': 'I chose the wrong plan',
      'paid-twice': 'I paid twice',
      other: 'Another reason',
    },
    content: (orderNo, reason) => `Refund request\nOrder number: ${orderNo}\nReason: ${reason}\n`,
  },

  refunds: {
    how: 'For a refund, open the paid order and choose “Ask for a refund”.',
    toOrders: 'See orders',
    loading: 'Loading refunds...',
    none: 'No refunds',
    amount: 'Amount',
    time: 'Time',
    number: 'Refund number',
    unnamed: 'Refund of a shop',
  },

  about: { version: (version) => `Version ${version}` },
};

const update: Texts<typeof chineseUpdate> = { update: { ready: 'New version', now: 'Update' } };

/** The English texts of all catalogues, complete by their types. */
export const english = { ...screens, ...update, plans, terms };

/**
 * Puts the English texts into every catalogue, and names the language of the page. A module may therefore read a text only when it shows it, not while it
 * is evaluated. The Chinese page does without any of this.
 */
export function translate({ documentElement }: Document): void {
  documentElement.lang = 'en';
  for (const catalogue of [
    chineseFirst,
    chineseMy,
    chineseLease,
    chineseTreatment,
    chinese,
    chinesePlans,
    chineseTerms,
    chineseUpdate,
  ]) {
    Object.assign(catalogue, english);
  }
}
