/** One decision of a command: the next state, and the events to record before the next input. */
export interface Step<State, Event> {
  next: State;
  events?: readonly Event[];
}

/**
 * The decisions of a command as one table. In each state it waits for one input. `Inputs` names every state except the
 * final ones, with the type of its input. `next` is pure. `to` names every state that a decision may lead to.
 */
export type CommandSteps<State extends { at: string }, Inputs, Facts, Event> = {
  readonly [At in keyof Inputs & State['at']]: {
    to: readonly State['at'][];
    next(state: Extract<State, { at: At }>, input: Inputs[At], facts: Facts): Step<State, Event>;
  };
};

/** A command under way. The use-case performs what the current state waits for, and passes on each input. */
export class RunningCommand<State extends { at: string }, Inputs, Facts, Event> {
  private current: State;

  /** `facts` are read at each input. `record` stores an event. */
  constructor(
    private readonly steps: CommandSteps<State, Inputs, Facts, Event>,
    private readonly facts: () => Facts,
    private readonly record: (event: Event) => void,
    first: Step<State, Event>,
  ) {
    this.current = this.apply(first);
  }

  get state(): State {
    return this.current;
  }

  /** Decides on an input in the state that waits for it. Throws if the command is in another state, which is a bug. */
  take<At extends keyof Inputs & State['at']>(at: At, input: Inputs[At]): State {
    if (this.current.at !== at) throw new Error(`a command in the state ${this.current.at} takes no input of ${at}`);
    this.current = this.apply(this.steps[at].next(this.current as Extract<State, { at: At }>, input, this.facts()));
    return this.current;
  }

  /** Applies a correction of the clock to the state. */
  correct(move: (state: State) => State): void {
    this.current = move(this.current);
  }

  private apply({ next, events = [] }: Step<State, Event>): State {
    for (const event of events) this.record(event);
    return next;
  }
}
