import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Stored } from '../../core/state/stored.ts';

/** A stored value as observable state. It reads the storage once, and again after each change. */
export class StoredValue<T> {
  current: T | undefined;
  readonly #stored: Pick<Stored<T>, 'get' | 'set' | 'subscribe'>;

  constructor(stored: Pick<Stored<T>, 'get' | 'set' | 'subscribe'>) {
    this.#stored = stored;
    this.current = stored.get();
    makeAutoObservable(this, { set: false, current: observableRef });
    stored.subscribe(() => runInAction(() => (this.current = stored.get())));
  }

  /** Stores the value; undefined removes it. */
  set(value: T | undefined): void {
    this.#stored.set(value);
  }
}
