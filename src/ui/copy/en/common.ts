import type { common as chinese } from '../zh-CN/common.ts';
import type { Texts } from './texts.ts';

const broken = 'This page is set up incorrectly and can’t be used now';

/** The English texts of every screen, of the entry and of errors. */
export const common: Texts<typeof chinese> = {
  common: {
    back: 'Back',
    cancel: 'Cancel',
    confirm: 'Confirm',
    understood: 'OK',
    retry: 'Retry',
    close: 'Close',
    slowNetwork: 'The network is slow. Please wait.',
    loading: 'Loading...',
    yuan: (amount) => `¥${amount}`,
    number: (sno) => `No. ${sno}`,
    seeOtherDevices: 'Please choose another device or ask the staff',
  },

  session: {
    enterFromWeChat: 'Please open this page from WeChat',
    enterFromWeChatHint: 'To rent and use therapy devices, open the menu of the shop’s official account in WeChat.',
    enterFromWeChatToShared:
      'A friend has shared a device with you. Open the menu of the official account in WeChat. Devices shared with your mobile number are in your list.',
    expired: 'Your sign\u2011in has expired',
    expiredHint:
      'Please open this page again from the WeChat official account. What is on this screen is kept for you.',
  },

  configuration: {
    broken,
    brokenHint: 'Please try again later or ask the staff.',
    missing: 'Couldn’t read app-config.json. Please check the deployment.',
  },

  safety: { mayStillRun: 'The device may still be running. Press the stop button on the device' },

  support: {
    call: 'Call',
    open: 'Open the support page',
    inTheShop: 'Please ask the staff at the shop. They will help you.',
  },

  notLoaded: {
    devices: 'Couldn’t load your devices',
    device: 'Couldn’t load the device',
    history: 'Couldn’t load the rental history',
    plans: 'Couldn’t load the plans',
    order: 'Couldn’t load the order',
    cards: 'Couldn’t load your cards',
    refunds: 'Couldn’t load your refunds',
    sharedUsers: 'Couldn’t load who shares this device',
    account: 'Couldn’t load your account',
    refresh: 'Couldn’t refresh. This is from earlier',
  },

  screenFailed: {
    title: 'Something went wrong on this page',
    hint: 'Please try again or ask the staff.',
  },

  notFound: { title: 'Page not found', home: 'Go to the home page' },

  problems: {
    timeout: 'This is taking too long. Please try again',
    'not-sent': 'It took too long, so nothing was sent. Please retry',
    'no-report': 'No report shows that this start took effect',
    network: 'No connection. Please check your network',
    http: 'The service has a problem. Please try again later',
    forbidden: 'The server did not allow this. Please contact the shop',
    parse: 'The service has a problem. Please try again later',
    refused: 'The service can’t do this right now. Please try again later',
    unauthorized: 'To see this, open the page from WeChat again',
    'no-token': 'To see this, open the page from WeChat again',
    cancelled: 'Cancelled',
    'invalid-input': 'Something is missing. Please go back and choose again',
    configuration: broken,
    storage: 'The phone’s storage isn’t available. Please check its settings',
    scanner: 'Can’t scan. Please enter the device number',
    bridge: 'Please open this page in WeChat to pay',
    'login-failed': 'Sign-in failed',
    internal: 'Something went wrong. Please try again',
    told: (said, ours) => (/\p{Script=Han}/u.test(said) ? `${ours} (${said})` : `${said}`),
  },

  tasks: {
    ended: (task, outcome) => `${task}: ${outcome}`,
    rent: (sno) => (sno === undefined ? 'Buy the plan' : `Buy a plan for device ${sno}`),
    pay: (orderNo) => `Pay order ${orderNo}`,
    cancelOrder: (orderNo) => `Cancel order ${orderNo}`,
    start: (sno) => `Start device ${sno}`,
    needsAnswer: 'not started yet, it needs your answer',
    stop: 'Stop the treatment',
    requestCode: 'Get code',
    bindPhone: 'Add number',
    share: (sno) => `Share device ${sno}`,
    endSharing: (sno) => `Stop sharing device ${sno}`,
    shareLink: 'Send the device link',
    feedback: 'Send feedback',
    refund: (orderNo) => `Request a refund for ${orderNo}`,
  },

  entry: {
    initializing: 'Opening...',
    rentTitle: 'Rent the device',
    onBehalf: 'Rent the device for a customer?',
    yes: 'Yes',
    no: 'No',
    forSelf: 'For myself',
    forCustomer: 'For a customer',
    reasons: {
      offline: 'This device is offline',
      using: 'This device is already rented',
      used: 'Someone else has started this device',
      locked: 'This device is locked',
      'not-in-operation': 'This device is not in service',
      'no-such-device': 'This device is not in service',
    },
    nextCustomer: 'Scan for the next customer',
    scanAgain: 'Scan again',
    unreadable: 'This isn’t a device code',
    failed: 'Couldn’t open this device',
  },
};
