/** A device as it stands in the list of those on lease. */
export interface LeasedDevice {
  sno: string;
  name: string;
  area?: string;
  /** Undefined where the server does not say, or in words that nobody knows. */
  online?: boolean;
  /** Epoch ms. */
  expiresAt?: number;
  ownerId?: string;
  ownerName?: string;
  /** Who shares it with this user. */
  sharer?: { id: string; name?: string };
  /** Rented on behalf of a customer. */
  assist: boolean;
  orderNo?: string;
}

/** A device that was on lease once. */
export interface FormerDevice {
  id: string;
  sno?: string;
  name: string;
  ownerName?: string;
  expiresAt?: number;
}

/** What the management panel tells about a device. */
export interface DeviceDetail {
  sno?: string;
  name?: string;
  mac?: string;
  /** Undefined where the server does not say, or in words that nobody knows. */
  online?: boolean;
  expiresAt?: number;
  operatorName?: string;
}

/** The device that the user selected. */
export interface SelectedDevice {
  sno: string;
  /** Shared with this user by its owner. */
  isShare?: boolean;
  /** Only a link says that it is shared: the server's list of this user's devices does not hold it. */
  byLink?: boolean;
  /** Of the order by which it is on lease. */
  orderNo?: string;
}

/** The user's own: neither rented for a customer nor shared by somebody. */
export function isOwn(device: LeasedDevice): boolean {
  return !device.assist && !device.sharer;
}

export type DeviceStatus = 'offline' | 'used' | 'locked' | 'working' | 'using' | 'free';

/** What the server says of a device before it is entered. */
export interface DeviceCheck {
  ownerId: string;
  status: DeviceStatus;
}

/** Why a device cannot be entered. */
export type NoticeReason = 'offline' | 'using' | 'used' | 'locked' | 'not-in-operation';

/** Whether a device can be entered, by the server's word on it. */
export type Availability =
  | { kind: 'notice'; reason: NoticeReason }
  | { kind: 'open'; ownerId: string; status: Exclude<DeviceStatus, 'offline' | 'used' | 'locked'> };

/** Decides what the server's word on a device says of entering it; without a word it is not in operation. */
export function availabilityOf(check: DeviceCheck | undefined): Availability {
  if (!check) return { kind: 'notice', reason: 'not-in-operation' };
  const { ownerId, status } = check;
  if (status === 'offline' || status === 'used' || status === 'locked') return { kind: 'notice', reason: status };
  return { kind: 'open', ownerId, status };
}
