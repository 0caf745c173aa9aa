import type { AccountScope } from '../state/account-scope.ts';
import type { SelectedDevice } from './device.ts';
import { storedDevice, type Selection } from './stored.ts';

/** What is known of a device besides itself when it is selected. */
interface KnownOfDevice {
  operatorId?: string | undefined;
  /** The server says that it works for this user. */
  isWorking?: boolean;
}

/** The device that the user selected, and what is known of it for this user. Only this class writes any of it; reads and writes throw the Problem `storage`. */
export class CurrentDevice {
  private readonly stored: ReturnType<typeof storedDevice>;
  private fresh = false;

  constructor(scope: AccountScope) {
    this.stored = storedDevice(scope);
    scope.onCleared(() => (this.fresh = false));
  }

  get selected(): SelectedDevice | undefined {
    return this.selection().device;
  }

  get sno(): string | undefined {
    return this.selected?.sno;
  }

  /** Who owns the device and sells its use; it may be known without a device. */
  get operatorId(): string | undefined {
    return this.selection().operatorId;
  }

  /** Whether the server said that the device works for this user, and nothing has ended that since. */
  get isWorking(): boolean {
    return this.selection().isWorking ?? false;
  }

  /** Whether the user rents on behalf of a customer. */
  get assist(): boolean {
    return this.stored.assist.get() ?? false;
  }

  /** Whether the plans that were fetched last may be shown again. This page alone knows: the plans live as long as it does. */
  get plansAreFresh(): boolean {
    return this.fresh;
  }

  /** Selects a device in place of the one before. What is not said of it is unknown. */
  select(device: SelectedDevice, { operatorId, isWorking = false }: KnownOfDevice = {}): void {
    this.stored.selection.set({ device, operatorId, isWorking });
  }

  /** Selects a device of which nothing else is known, unless it is selected already. */
  switchTo(device: SelectedDevice): void {
    if (this.sno !== device.sno) this.select(device);
  }

  /** Selects the device and the operator of an order, as far as the order names them, to choose a plan for them anew. */
  selectOfOrder({
    sno,
    number,
    operatorId = this.operatorId,
  }: {
    sno?: string;
    number: string;
    operatorId?: string;
  }): void {
    const isWorking = this.isWorking && (sno === undefined || sno === this.sno);
    const device = sno === undefined ? this.selected : { sno, orderNo: number };
    this.stored.selection.set({ device, operatorId, isWorking });
    this.outdatePlans();
  }

  setOperator(operatorId: string): void {
    this.stored.selection.set({ ...this.selection(), operatorId });
  }

  /** Notes that this device no longer works for the user; of a device that is not selected nothing is noted. */
  endWork(sno: string): void {
    if (this.sno === sno) this.stored.selection.set({ ...this.selection(), isWorking: false });
  }

  setAssist(assist: boolean): void {
    this.stored.assist.set(assist);
  }

  /** The plans were fetched a moment ago. */
  keepPlans(): void {
    this.fresh = true;
  }

  /** The plans have to be fetched anew. */
  outdatePlans(): void {
    this.fresh = false;
  }

  /** No device is selected any more. */
  clear(): void {
    this.stored.selection.set(undefined);
  }

  /** Calls `listener` after each change that this page makes, until unsubscribed. */
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
