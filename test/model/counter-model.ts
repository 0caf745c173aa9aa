import type { Model } from './model.ts';
import { withFault } from './planted.ts';

// A model to test the explorer with: two clients increase a shared counter, each in two steps, under a lock.

interface Client {
  at: 'idle' | 'holding';
  /** What the client has read. */
  read: number;
  writes: number;
}

export interface CounterWorld {
  counter: number;
  clients: readonly Client[];
}

export interface CounterAction {
  type: 'read' | 'write' | 'abandon';
  client: number;
}

const MOST_WRITES = 2;

/** The rules of the counter, in which the tests plant faults. */
export const COUNTER_RULES = {
  mayRead: ({ clients }: CounterWorld): boolean => clients.every(({ at }) => at === 'idle'),
  valueRead: ({ counter }: CounterWorld): number => counter,
  written: (client: Client): Client => ({ at: 'idle', read: 0, writes: client.writes + 1 }),
  abandoned: (client: Client): Client => ({ ...client, at: 'idle', read: 0 }),
};

function applied(world: CounterWorld, { type, client: index }: CounterAction): CounterWorld {
  const { counter, clients } = world;
  const client = clients[index];
  if (!client) return world;
  const replaced = (next: Client) => clients.map((each, at) => (at === index ? next : each));
  if (type === 'read')
    return { counter, clients: replaced({ ...client, at: 'holding', read: COUNTER_RULES.valueRead(world) }) };
  if (type === 'abandon') return { counter, clients: replaced(COUNTER_RULES.abandoned(client)) };
  return { counter: client.read + 1, clients: replaced(COUNTER_RULES.written(client)) };
}

const idle: Client = { at: 'idle', read: 0, writes: 0 };

export const counterModel: Model<CounterWorld, CounterAction> = {
  name: 'counter',
  starts: [
    { name: 'two clients', world: { counter: 0, clients: [idle, idle] } },
    { name: 'three clients', world: { counter: 0, clients: [idle, idle, idle] } },
  ],
  actions: (world) =>
    world.clients.flatMap(({ at, writes }, client): CounterAction[] => {
      if (at === 'holding')
        return [
          { type: 'write', client },
          { type: 'abandon', client },
        ];
      return writes < MOST_WRITES && COUNTER_RULES.mayRead(world) ? [{ type: 'read', client }] : [];
    }),
  apply: applied,
  key: ({ counter, clients }) =>
    `${counter} ${clients
      .map(({ at, read, writes }) => `${at} ${read} ${writes}`)
      .toSorted()
      .join(', ')}`,
  tell: ({ type, client }, _before, after) =>
    ({
      read: `Client ${client + 1} reads ${after.clients[client]?.read}.`,
      write: `Client ${client + 1} writes ${after.counter}.`,
      abandon: `Client ${client + 1} gives up.`,
    })[type],
  invariants: [
    {
      id: 'no-lost-write',
      sentence: "No client's write is lost.",
      violation: (_before, _action, { counter, clients }) => {
        const writes = clients.reduce((sum, client) => sum + client.writes, 0);
        return counter === writes ? undefined : `the counter is at ${counter} after ${writes} writes`;
      },
    },
  ],
  settle: ({ clients }) => {
    const client = clients.findIndex(({ at }) => at === 'holding');
    return client === -1 ? undefined : { type: 'abandon', client };
  },
  depth: 20,
  actors: ['two or three clients'],
  leftOut: ['The counter overflows.'],
  faults: [
    {
      name: 'a client reads without the lock',
      violates: 'no-lost-write',
      plant: (work) => withFault(COUNTER_RULES, () => ({ mayRead: () => true }), work),
    },
    {
      name: 'a client reads an old value',
      violates: 'no-lost-write',
      plant: (work) => withFault(COUNTER_RULES, () => ({ valueRead: () => 0 }), work),
    },
    {
      name: 'a client that gives up keeps the lock',
      violates: 'leads-to-settled',
      plant: (work) => withFault(COUNTER_RULES, () => ({ abandoned: (client) => client }), work),
    },
  ],
};
