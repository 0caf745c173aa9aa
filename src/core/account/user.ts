/** Who is signed in. */
export interface User {
  nickname?: string;
  avatar?: string;
  /** Undefined while no phone number is bound. */
  mobile?: string;
  /** May rent on behalf of a customer. */
  assist: boolean;
}
