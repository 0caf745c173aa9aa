/** Runs one thing of a name at a time: whoever asks while it is under way gets the same answer, and nothing is done twice. */
export class SingleFlight {
  private readonly underWay = new Map<string, Promise<unknown>>();

  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const current = this.underWay.get(name) as Promise<Result> | undefined;
    if (current) return current;
    const flight = work().finally(() => this.underWay.delete(name));
    this.underWay.set(name, flight);
    return flight;
  }
}
