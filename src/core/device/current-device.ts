import type { AccountScope } from '../state/account-scope.ts';
import type { SelectedDevice } from './device.ts';
import { storedDevice, type Selection } from './stored.ts';

/** Facts about a device at its selection. */
interface KnownOfDevice {
  operatorId?: string | undefined;
  /** The server reports the device as working for this user. */
  isWorking?: boolean;
  /** The user has a card of the operator without uses. */
  isCardUsedUp?: boolean | undefined;
}

/**
 * The selected device and its facts for this user. Only this class writes them. On the command line, reads and
 * writes throw the Problem `storage`.
 */
export class CurrentDevice {
  private readonly stored: ReturnType<typeof storedDevice>;

  constructor(scope: AccountScope) {
    this.stored = storedDevice(scope);
  }

  get selected(): SelectedDevice | undefined {
    return this.selection().device;
  }

  get sno(): string | undefined {
    return this.selected?.sno;
  }

  /** Owner of the device, who sells its use. It may be known without a device. */
  get operatorId(): string | undefined {
    return this.selection().operatorId;
  }

  /** True if the server reported the device as working for this user, and nothing has ended that since. */
  get isWorking(): boolean {
    return this.selection().isWorking ?? false;
  }

  /** True if the entry found a card of the operator without uses. */
  get isCardUsedUp(): boolean {
    return this.selection().isCardUsedUp ?? false;
  }

  /** True if the user rents on behalf of a customer. */
  get assist(): boolean {
    return this.stored.assist.get() ?? false;
  }

  /** Replaces the selected device. Facts that are not passed are unknown. */
  select(device: SelectedDevice, { isWorking = false, ...known }: KnownOfDevice = {}): void {
    this.stored.selection.set({ device, isWorking, ...known });
  }

  /** Selects a device without further facts, unless it is already selected. */
  switchTo(device: SelectedDevice): void {
    if (this.sno !== device.sno) this.select(device);
  }

  setOperator(operatorId: string): void {
    this.stored.selection.set({ ...this.selection(), operatorId });
  }

  /** Records that the selected device no longer works for the user; ignores other devices. */
  endWork(sno: string): void {
    if (this.sno === sno) this.stored.selection.set({ ...this.selection(), isWorking: false });
  }

  setAssist(assist: boolean): void {
    this.stored.assist.set(assist);
  }

  /** Clears the selection. */
  clear(): void {
    this.stored.selection.set(undefined);
  }

  /** Calls `listener` after each change that this page makes, until the caller unsubscribes. */
  subscribe(listener: () => void): () => void {
    const unsubscribes = [this.stored.selection.subscribe(listener), this.stored.assist.subscribe(listener)];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }

  private selection(): Selection {
    return this.stored.selection.get() ?? {};
  }
}
