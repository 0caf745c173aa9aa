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
