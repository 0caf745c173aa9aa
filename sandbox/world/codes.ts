import type { WorldClock } from './clock.ts';
import type { Seed } from './seed.ts';
import { MINUTE } from './units.ts';

const VALID_FOR = 5 * MINUTE;

/** A verification code sent to a phone. */
export interface Code {
  mobile: string;
  code: string;
  at: number;
}

/** The verification codes that were sent. The control page shows them with their phone numbers. */
export class Codes {
  readonly all: Code[] = [];

  constructor(
    private readonly seed: Seed,
    private readonly clock: WorldClock,
  ) {}

  send(mobile: string): Code {
    const sent = { mobile, code: this.seed.digits(`code/${mobile}/${this.all.length}`, 6), at: this.clock.now() };
    this.all.unshift(sent);
    return sent;
  }

  /** True once, for the newest code of that phone while it is valid. */
  redeem(mobile: string, code: string): boolean {
    const index = this.all.findIndex((sent) => sent.mobile === mobile);
    const newest = this.all[index];
    if (!newest || newest.code !== code || this.clock.now() - newest.at > VALID_FOR) return false;
    this.all.splice(index, 1);
    return true;
  }
}
