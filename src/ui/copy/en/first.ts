import type { common } from '../zh-CN/common.ts';
import type { my } from '../zh-CN/my.ts';
import type { Texts } from './texts.ts';
import { counted } from './count.ts';

const mayStillRun = 'The device may still be running. Press the stop button on the device';
const broken = 'This page is set up incorrectly and cannot be used now';

/** The English texts of the entry screen, of errors and of the user's own pages. */
export const first: Texts<typeof common & typeof my> = {
  common: {
    back: 'Back',
    cancel: 'Cancel',
    confirm: 'Confirm',
    understood: 'OK',
    retry: 'Retry',
    close: 'Close',
    loading: 'Loading...',
    yuan: (amount) => `￥${amount}`,
    number: (sno) => `No. ${sno}`,
    seeOtherDevices: 'Please choose another device or ask the shop staff',
  },

  session: {
    enterFromWeChat: 'Please open this page from WeChat',
    enterFromWeChatHint: 'Open the menu of the shop’s official account in WeChat to rent and use therapy devices.',
    enterFromWeChatToShared:
      'A friend shares a device with you. Open the menu of the official account in WeChat: devices shared with your mobile number are in your list of devices.',
    expired: 'Your sign-in has expired',
    expiredHint: 'Please open the page from the WeChat official account again. What you see here is kept for you.',
  },

  configuration: {
    broken,
    brokenHint: 'Please try again later, or contact the shop staff.',
    missing: 'app-config.json could not be read. Please check the deployment.',
  },

  safety: { mayStillRun },

  support: {
    call: 'Call',
    open: 'Open the support page',
    inTheShop: 'Please ask the staff in the shop where the device stands. They will help you.',
  },

  screenFailed: {
    title: 'The page did not load',
    broken: 'Something went wrong on this page',
    brokenHint: 'Please retry, or contact the shop staff.',
  },

  notFound: { title: 'Page not found', home: 'Go to the start page' },

  problems: {
    timeout: 'The request took too long. Please retry',
    network: 'No network. Please check your connection',
    http: 'The service has a problem. Please retry later',
    parse: 'The service has a problem. Please retry later',
    refused: 'The service cannot do this now. Please retry later',
    unauthorized: 'Please open the page again from WeChat to see this',
    'no-token': 'Please open the page again from WeChat to see this',
    cancelled: 'Cancelled',
    'invalid-input': 'Something is missing. Please go back and choose again',
    configuration: broken,
    storage: 'The phone’s storage is not available. Please check its settings',
    scanner: 'Cannot scan. Please type the device number',
    bridge: 'Please open this page in WeChat to pay',
    'login-failed': 'Sign-in failed',
    internal: 'The app has a fault. Please retry',
    later: 'Please retry later',
  },

  tasks: {
    ended: (task, outcome) => `${task}: ${outcome}`,
    rent: (sno) => (sno === undefined ? 'Buy the plan' : `Buy a plan for device ${sno}`),
    pay: (orderNo) => `Pay order ${orderNo}`,
    cancelOrder: (orderNo) => `Cancel order ${orderNo}`,
    start: (sno) => `Start device ${sno}`,
    needsAnswer: 'not started, because your answer is needed',
    stop: 'Stop the treatment',
    requestCode: 'Get a code',
    bindPhone: 'Add the number',
    share: (sno) => `Share device ${sno}`,
    endSharing: (sno) => `Stop sharing device ${sno}`,
    shareLink: 'Send the link of the device',
    feedback: 'Send the feedback',
    refund: (orderNo) => `Ask for a refund of ${orderNo}`,
  },

  entry: {
    initializing: 'Starting...',
    rentTitle: 'Rent the device',
    onBehalf: 'Rent the device for a customer?',
    yes: 'Yes',
    no: 'No',
    reasons: {
      offline: 'The device is offline',
      using: 'The device is rented by somebody else',
      used: 'Somebody else has started the device',
      locked: 'The device is locked',
      'not-in-operation': 'The device is not in operation',
      'no-such-device': 'The device is not in operation',
    },
    scanAgain: 'Scan again',
    unreadable: 'This is not a device code',
    failed: 'The device was not entered',
  },

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
    stopUnconfirmed: (sno) => `It could not be confirmed that device ${sno} has stopped. ${mayStillRun}`,
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
