import type { contract } from '../../src/core/contract.ts';

type Capability = keyof typeof contract;
type EachCall<Of> = { [Key in Capability]: { [Verb in keyof (typeof contract)[Key]]: Of } };

interface CallWords {
  /** A few words for a list of calls. */
  summary: string;
  /** When the app makes the call, what the server does, and how the app uses the answer. */
  description: string;
}

export const TAGS: Readonly<Record<Capability, string>> = {
  account: 'The user that the access token belongs to.',
  device: 'Devices: current leases, former leases, and the device in front of the user.',
  share: 'Sharing a leased device with other phone numbers.',
  wallet: 'Cards with uses, and refunds.',
  order: 'Orders that were placed.',
  lease: 'Plans, and ordering them.',
  payment: 'Paying an order in WeChat.',
  treatment: 'Starting and stopping a device.',
  feedback: 'Messages to the operator.',
};

/** The purpose of each call of the contract. */
export const CALLS: EachCall<CallWords> = {
  account: {
    getUser: {
      summary: 'Get the signed-in user',
      description:
        'The app shows name, picture and phone number. `assist` decides whether it offers renting on behalf of customers; without the field it does not.',
    },
    sendCode: {
      summary: 'Send a verification code',
      description:
        'Sends a text message with a code to the phone number in `data`. The app offers the next code after 60 seconds. Refuse a malformed number with code `2`, and a number of another user with code `1000011`.',
    },
    updatePhone: {
      summary: 'Bind a phone number',
      description:
        'Binds the number to the user if the code is the one sent to that number. Refuse a wrong or expired code with code `517`.',
    },
  },
  device: {
    listDevices: {
      summary: 'List devices on lease',
      description:
        'All leases of the user that have not expired, including those placed on behalf of customers, and the devices that others share with the user. Not paged. A user without devices gets an empty list.',
    },
    listHistory: {
      summary: 'List former devices',
      description: 'The leases of the user that have expired, the latest first. Not paged.',
    },
    checkDevice: {
      summary: 'Check a device before entering it',
      description:
        'The app calls it when the user scans a code or taps a listed device. The status decides which screen follows. A refusal means that the device is not in operation.',
    },
    getDetail: {
      summary: 'Get a device',
      description: 'The device whose number is `data`. The app polls it for the online state.',
    },
    enterPage: {
      summary: 'Get the address of the device channel',
      description:
        'Returns the address of the device’s websocket and the credentials for its login; see the AsyncAPI document. The same user may call it repeatedly. If it fails, the app polls `device.readLatest` instead.',
    },
    readLatest: {
      summary: 'Get the latest report of a device',
      description:
        'The last report of the device whose number is `data`. The app polls it during a treatment, in addition to the device channel.',
    },
  },
  share: {
    listShares: {
      summary: 'List the shares of a device',
      description:
        'The phone numbers that a leased device is shared with. The query contains the device number; the body is an empty object.',
    },
    shareDevice: {
      summary: 'Share a device',
      description:
        'Lets the user with this phone number start the device while the lease lasts. Only the lessee may share.',
    },
    unshareDevice: { summary: 'End a share', description: 'The phone number may no longer start the device.' },
  },
  wallet: {
    listCards: {
      summary: 'List cards',
      description: 'The cards of the user, one per operator, with the remaining uses.',
    },
    listRefunds: { summary: 'List refunds', description: 'The refunds of the user, the latest first.' },
  },
  order: {
    listLeaseOrders: { summary: 'List lease orders', description: 'The lease orders of the user, the latest first.' },
    listCardOrders: {
      summary: 'List card orders',
      description:
        'The card orders of the user with one operator, the latest first. The app also uses it to check whether a card order is paid.',
    },
    getLeaseOrder: {
      summary: 'Get a lease order',
      description:
        'The order whose number is `data`; null if there is none. The app calls it to check whether an order is paid, and trusts no other source.',
    },
    cancelLeaseOrder: {
      summary: 'Cancel a lease order',
      description: 'Cancels the unpaid order whose number is `data`. Refuse it for a paid order.',
    },
    cancelCardOrder: {
      summary: 'Cancel a card order',
      description: 'Cancels the unpaid order whose number is `data`. Refuse it for a paid order.',
    },
  },
  lease: {
    listDurationPlans: {
      summary: 'List plans by duration',
      description: 'The plans for a lease of this device, with their prices.',
    },
    listUsePlans: {
      summary: 'List plans by uses',
      description:
        'The plans for a card, with their prices: of the operator `sysUserId` if it is sent, otherwise of the operator of the device `sno`. One of the two is always sent.',
    },
    createLeaseOrder: {
      summary: 'Order a plan by duration',
      description:
        'Places an order; the lease begins, or is extended, once the order is paid. A free order counts as paid at once.',
    },
    createCardOrder: {
      summary: 'Order a plan by uses',
      description:
        'Places an order; the uses are added to the card once the order is paid. A free order counts as paid at once.',
    },
  },
  payment: {
    prePay: {
      summary: 'Prepare a WeChat payment',
      description:
        'Returns the signed parameters of WeChat’s `getBrandWCPayRequest`, for a lease order or a card order. A repeated call for an unpaid order is allowed and must not lead to a second payment. The body has no `appKey` and no `version`.',
    },
  },
  treatment: {
    startDevice: {
      summary: 'Start a treatment',
      description:
        'Starts the device with these settings. If the user neither leases the device nor has it shared, the server deducts one use from their card with the operator, never twice for one treatment. A start without an auxiliary function says so (`SubFunction` 0, `Grade` at its level for off), because a device may keep a setting that the start leaves out. The answer may contain the state of the device.',
    },
    stopDevice: {
      summary: 'Stop a treatment',
      description:
        'Stops the device whose number is `data`. Success means that the command was accepted; the app then asks the device whether it has stopped.',
    },
  },
  feedback: {
    createFeedback: { summary: 'Send feedback', description: 'Sends a message of the user to the operator.' },
  },
};
