import { expect } from 'vitest';
import { type EffectCounts, NO_EFFECTS } from '../../sandbox/world/effects.ts';
import type { World } from '../helpers/world.ts';
import { ImpatientPerson } from './impatient-person.ts';
import type { PhoneOptions } from './phone.ts';
import { takeNewPhone, takePhone } from './phones.ts';

type Walk = (person: ImpatientPerson, world: World) => Promise<void>;

/** A test of one person, with a warm phone or with a new one that has the `options`. Compares the world’s effects at its end. */
export function withPerson(effects: Partial<EffectCounts>, walk: Walk, options?: PhoneOptions): () => Promise<void> {
  return async () => {
    const phone = await (options ? takeNewPhone(options) : takePhone());
    const person = new ImpatientPerson(phone);
    await walk(person, phone.world);
    expect(await phone.world.effects()).toEqual({ ...NO_EFFECTS, ...effects });
    expect(person.uncaught).toEqual([]);
  };
}
