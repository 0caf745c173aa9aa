import type { contract } from '../../src/core/contract.ts';

type Capability = keyof typeof contract;
type EachCall<Of> = { [Key in Capability]: { [Verb in keyof (typeof contract)[Key]]: Of } };

interface CallWords {
  /** A few words, as in a list of calls. */
  summary: string;
  /** When the app calls it, what the server does, and what the app makes of the answer. */
  description: string;
}

export const TAGS: Readonly<Record<Capability, string>> = {
  account: 'The user that the access token belongs to.',
  device: 'Devices: on lease, before, and the one that the user stands in front of.',
  share: 'Sharing a leased device with other phone numbers.',
  wallet: 'Cards with uses, and refunds.',
  order: 'Orders that were placed.',
  lease: 'Plans, and ordering them.',
  payment: 'Paying an order in WeChat.',
  treatment: 'Starting and stopping a device.',
  feedback: 'Messages to the operator.',
};

/** What each call of the table is for. */
export const CALLS: EachCall<CallWords> = {
  account: {
    getUser: {
      summary: 'Get the signed-in user',
      description: 'The app shows name, picture and phone number. `assist` decides whether it offers renting on behalf of customers; left out, it does not.',
    },
    sendCode: {
      summary: 'Send a verification code',
      description:
        'Sends a text message with a code to the phone number in `data`. The app offers the next one after 60 seconds. Refuse with code `2` a number that is malformed, with `1000011` one that belongs to another user.',
    },
    updatePhone: {
      summary: 'Bind a phone number',
      description: 'Binds the number to the user if the code is the one that was sent to it. Refuse a wrong or expired code with code `517`.',
    },
  },
  device: {
    listDevices: {
      summary: 'List devices on lease',
      description: 'All leases of the user that have not expired, those placed on behalf of customers included, and the devices that others share with the user. Not paged. A user without devices gets an empty list.',
    },
    listHistory: { summary: 'List former devices', description: 'The leases of the user that have expired, the latest first. Not paged.' },
    checkDevice: {
      summary: 'Check a device before entering it',
      description: 'Called when a code is scanned or a listed device is tapped. The status decides where the app leads. A refusal means that the device is not in operation.',
    },
    getDetail: { summary: 'Get a device', description: 'The device whose number is `data`. The app polls it for the online state.' },
    enterPage: {
      summary: 'Get the address of the device channel',
      description:
        'Says where the websocket of the device is, and with which credentials to log in there; see the AsyncAPI document. The same user may call it repeatedly. Where it fails, the app polls `device.readLatest` instead.',
    },
    readLatest: {
      summary: 'Get the latest report of a device',
      description: 'What the device whose number is `data` reported last. The app polls it during a treatment, beside the device channel.',
    },
  },
  share: {
    listShares: { summary: 'List the shares of a device', description: 'The phone numbers that a leased device is shared with. The device number stands in the query; the body is an empty object.' },
    shareDevice: { summary: 'Share a device', description: 'Lets the user with this phone number start the device while the lease lasts. Only the lessee may share.' },
    unshareDevice: { summary: 'End a share', description: 'The phone number may no longer start the device.' },
  },
  wallet: {
    listCards: { summary: 'List cards', description: 'The cards of the user, one for each operator, with the uses that are left.' },
    listRefunds: { summary: 'List refunds', description: 'The refunds of the user, the latest first.' },
  },
  order: {
    listLeaseOrders: { summary: 'List lease orders', description: 'The lease orders of the user, the latest first.' },
    listCardOrders: { summary: 'List card orders', description: 'The card orders of the user with one operator, the latest first. The app also looks here to learn whether a card order is paid.' },
    getLeaseOrder: {
      summary: 'Get a lease order',
      description: 'The order whose number is `data`; null where there is none. The app calls it to learn whether an order is paid, and believes nothing else.',
    },
    cancelLeaseOrder: { summary: 'Cancel a lease order', description: 'Cancels the unpaid order whose number is `data`. Refuse it for one that is paid.' },
    cancelCardOrder: { summary: 'Cancel a card order', description: 'Cancels the unpaid order whose number is `data`. Refuse it for one that is paid.' },
  },
  lease: {
    listDurationPlans: { summary: 'List plans by duration', description: 'What a lease of this device costs.' },
    listUsePlans: { summary: 'List plans by uses', description: 'What a card costs: with the operator `sysUserId` where it is sent, else with the operator of the device `sno`. One of the two is always sent.' },
    createLeaseOrder: {
      summary: 'Order a plan by duration',
      description: 'Places an order; the lease begins, or is extended, once it is paid. An order for nothing counts as paid at once.',
    },
    createCardOrder: {
      summary: 'Order a plan by uses',
      description: 'Places an order; the uses are added to the card once it is paid. An order for nothing counts as paid at once.',
    },
  },
  payment: {
    prePay: {
      summary: 'Prepare a WeChat payment',
      description: 'Answers with the signed parameters of WeChat’s `getBrandWCPayRequest`, for a lease order or a card order. Asking again for an unpaid order is allowed and must not lead to a second payment. The body has no `appKey` and no `version`.',
    },
  },
  treatment: {
    startDevice: {
      summary: 'Start a treatment',
      description:
        'Starts the device with these settings. Where the user neither leases the device nor has it shared, one use is taken from their card with the operator; never twice for one treatment. The answer may carry the state of the device.',
    },
    stopDevice: { summary: 'Stop a treatment', description: 'Stops the device whose number is `data`. Success means that the command was accepted; the app then asks the device whether it has stopped.' },
  },
  feedback: { createFeedback: { summary: 'Send feedback', description: 'Hands a message of the user to the operator.' } },
};
