import { expect, test } from 'vitest';
import { OpenSharedDevice } from '../../../src/core/share/open-shared-device.ts';
import { coreOnFakes } from '../../helpers/core-on-fakes.ts';

function withALink() {
  const core = coreOnFakes();
  return { ...core, opening: core.get(OpenSharedDevice) };
}

test('a shared link makes its device the current one, and it is known as shared', () => {
  const core = withALink();
  core.at({ sno: 'OTHER01', orderNo: 'L-9' }, 'shop-9');
  core.visit.set('started', true);
  expect(core.opening.open('DEV0001')).toEqual({ sno: 'DEV0001', isShare: true });
  expect(core.visit.get('device')).toEqual({ sno: 'DEV0001', isShare: true });
  expect([core.visit.get('operatorId'), core.visit.get('started')]).toEqual([undefined, false]);
});

test('somebody who follows the link to their own device keeps it as their own', () => {
  const core = withALink();
  core.at({ sno: 'DEV0001', orderNo: 'L-1', isShare: false });
  expect(core.opening.open('DEV0001')).toEqual({ sno: 'DEV0001', orderNo: 'L-1', isShare: false });
  expect(core.visit.get('operatorId')).toBe('shop-1');
});

test.each(['', '你好', 'javascript:alert(1)', '../../x'])('a link that names no device (%s) changes nothing', (link) => {
  const core = withALink();
  core.at({ sno: 'OTHER01' });
  expect(core.opening.open(link)).toBeUndefined();
  expect(core.visit.get('device')).toEqual({ sno: 'OTHER01' });
});
