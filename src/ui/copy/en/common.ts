import type { common as chinese } from '../zh-CN/common.ts';
import type { Texts } from './texts.ts';

const broken = 'This page is set up incorrectly and cannot be used now';

/** The English texts of every screen, of the entry and of errors. */
export const common: Texts<typeof chinese> = {
  common: {
    back: 'Back',
    cancel: 'Cancel',
    confirm: 'Confirm',
    understood: 'OK',
    retry: 'Retry',
    close: 'Close',
    loading: 'Loading...',
    yuan: (amount) => `¥${amount}`,
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

  safety: { mayStillRun: 'The device may still be running. Press the stop button on the device' },

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
    'not-sent': 'It took too long, so nothing was sent. Please retry',
    'no-report': 'No report shows that this start took effect',
    network: 'No network. Please check your connection',
    http: 'The service has a problem. Please retry later',
    forbidden: 'The server did not allow this. Please contact the shop',
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
    forSelf: 'For myself',
    forCustomer: 'For a customer',
    reasons: {
      offline: 'The device is offline',
      using: 'The device is rented by somebody else',
      used: 'Somebody else has started the device',
      locked: 'The device is locked',
      'not-in-operation': 'The device is not in operation',
      'no-such-device': 'The device is not in operation',
    },
    nextCustomer: 'Scan for the next customer',
    scanAgain: 'Scan again',
    unreadable: 'This is not a device code',
    failed: 'The device was not entered',
  },
};
