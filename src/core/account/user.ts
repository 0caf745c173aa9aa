/** The signed-in user. */
export interface User {
  nickname?: string;
  avatar?: string;
  /** Undefined if the server sends none: whether one is bound is not known. */
  mobile?: string;
  /** The user may rent on behalf of customers. */
  assist: boolean;
}
