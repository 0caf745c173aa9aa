/** The signed-in user. */
export interface User {
  nickname?: string;
  avatar?: string;
  /** Undefined if no phone number is bound. */
  mobile?: string;
  /** The user may rent on behalf of customers. */
  assist: boolean;
}
