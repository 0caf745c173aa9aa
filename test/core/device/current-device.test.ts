import { describe, expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { CurrentDevice } from '../../../src/core/device/current-device.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';

function onOnePage(storage = new FakeAppStorage()) {
  const scope = new AccountScope(storage);
  const current = new CurrentDevice(scope);
  return { storage, scope, current, known: () => [current.selected, current.operatorId, current.isWorking] };
}

describe('CurrentDevice', () => {
  test('Selecting a device replaces the previous device and its operator and work state', () => {
    const { current, known } = onOnePage();
    current.select({ sno: 'DEV1', isShare: true }, { operatorId: 'shop-1', isWorking: true });
    expect(known()).toEqual([{ sno: 'DEV1', isShare: true }, 'shop-1', true]);
    current.select({ sno: 'DEV2' });
    expect(known()).toEqual([{ sno: 'DEV2' }, undefined, false]);
  });

  test('Switching to the current device keeps its data, and switching to another device replaces it', () => {
    const { current, known } = onOnePage();
    current.select({ sno: 'DEV1', orderNo: 'L-1' }, { operatorId: 'shop-1', isWorking: true });
    current.switchTo({ sno: 'DEV1' });
    expect(known()).toEqual([{ sno: 'DEV1', orderNo: 'L-1' }, 'shop-1', true]);
    current.switchTo({ sno: 'DEV2', isShare: true });
    expect(known()).toEqual([{ sno: 'DEV2', isShare: true }, undefined, false]);
  });

  test('The current device stops working when its own work ends, not when that of another device ends', () => {
    const { current, known } = onOnePage();
    current.select({ sno: 'DEV1' }, { operatorId: 'shop-1', isWorking: true });
    current.endWork('DEV2');
    expect(current.isWorking).toBe(true);
    current.endWork('DEV1');
    expect(known()).toEqual([{ sno: 'DEV1' }, 'shop-1', false]);
  });

  test('Clearing the current device removes the device, its operator and its work state', () => {
    const { current, known } = onOnePage();
    current.select({ sno: 'DEV1' }, { operatorId: 'shop-1', isWorking: true });
    current.clear();
    expect(known()).toEqual([undefined, undefined, false]);
  });

  test('Two pages share the assist flag but not the current device', () => {
    const one = onOnePage();
    const other = onOnePage(one.storage.anotherPage());
    one.current.select({ sno: 'DEV1' });
    one.current.setAssist(true);
    expect([other.current.selected, other.current.assist]).toEqual([undefined, true]);
  });

  test('Another account has no current device', () => {
    const { current, scope, known } = onOnePage();
    current.select({ sno: 'DEV1' }, { operatorId: 'shop-1', isWorking: true });
    current.setAssist(true);
    scope.enter('another account');
    expect([...known(), current.assist]).toEqual([undefined, undefined, false, false]);
  });

  test('A listener is notified of each change until it unsubscribes', () => {
    const { current } = onOnePage();
    const seen: [string | undefined, boolean][] = [];
    const unsubscribe = current.subscribe(() => seen.push([current.sno, current.assist]));
    current.select({ sno: 'DEV1' });
    current.setAssist(true);
    unsubscribe();
    current.clear();
    expect(seen).toEqual([
      ['DEV1', false],
      ['DEV1', true],
    ]);
  });
});
