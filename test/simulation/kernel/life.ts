/**
 * A page, or one run of the command line. What it began ends with it: its calls are never answered, its timers never
 * fire, its locks are free. While it is frozen, nothing of it goes on.
 */
export class Life {
  isOver = false;
  isFrozen = false;

  constructor(readonly name: string) {}

  get goesOn(): boolean {
    return !this.isOver && !this.isFrozen;
  }
}
