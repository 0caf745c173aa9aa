import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CurrentDevice } from '../../core/device/current-device.ts';
import type { SelectedDevice } from '../../core/device/device.ts';

/** The selected device as observable state. Only `CurrentDevice` changes it. */
export class DeviceStore {
  selected: SelectedDevice | undefined;
  operatorId: string | undefined;

  constructor(current: Pick<CurrentDevice, 'selected' | 'operatorId' | 'subscribe'>) {
    this.selected = current.selected;
    this.operatorId = current.operatorId;
    makeAutoObservable(this, { selected: observableRef });
    current.subscribe(() =>
      runInAction(() => {
        this.selected = current.selected;
        this.operatorId = current.operatorId;
      }),
    );
  }

  get sno(): string | undefined {
    return this.selected?.sno;
  }
}
