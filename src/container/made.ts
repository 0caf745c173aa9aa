/** A class of the core, or a port. */
export type Token<Thing> = abstract new (...needs: never[]) => Thing;

/** What was made by hand, each once, by its class or by the port that it stands for. */
export class Made {
  private readonly things = new Map<unknown, object>();

  add<Thing extends object>(token: Token<Thing>, thing: Thing): Thing {
    this.things.set(token, thing);
    return thing;
  }

  get<Thing>(token: Token<Thing>): Thing {
    const thing = this.things.get(token);
    if (!thing) throw new Error(`${token.name} is asked for before it is joined`);
    return thing as Thing;
  }

  all(): [Token<object>, object][] {
    return [...this.things] as [Token<object>, object][];
  }
}
