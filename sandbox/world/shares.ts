/** A device that is shared with the user of this phone number. */
export interface Share {
  sno: string;
  mobile: string;
  at: number;
}

/** All shares of devices. */
export class Shares {
  readonly all: Share[] = [];

  of(sno: string): Share[] {
    return this.all.filter((share) => share.sno === sno);
  }

  has(sno: string, mobile: string): boolean {
    return mobile !== '' && this.all.some((share) => share.sno === sno && share.mobile === mobile);
  }

  remove(sno: string, mobile: string): boolean {
    const index = this.all.findIndex((share) => share.sno === sno && share.mobile === mobile);
    if (index >= 0) this.all.splice(index, 1);
    return index >= 0;
  }
}
