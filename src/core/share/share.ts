/** A user whom a device is shared with. */
export interface SharedUser {
  mobile: string;
  /** Epoch ms. */
  since?: number;
}
