import { contract } from '../../src/core/contract.ts';
import { Recorder, type CallExample } from './recorder.ts';

const DEVICE = 'PL10001';
const LEASED = 'PL10003';
const OPERATOR = '9001';

/** Examples of every call by its name, recorded from the sandbox's demo users; every run records the same. */
export function callExamples(): ReadonlyMap<string, readonly CallExample[]> {
  const recorder = new Recorder();
  account(recorder);
  devices(recorder);
  orders(recorder);
  treatments(recorder);
  return recorder.recorded;
}

function account(recorder: Recorder): void {
  const { getUser, sendCode, updatePhone } = contract.account;
  const mobile = '13900000000';
  recorder.done('ordinary', getUser, {});
  recorder.done('assistant', getUser, {}, 'assistant');
  recorder.done('nobody', getUser, {}, 'withoutPhone');
  recorder.done('ordinary', sendCode, { mobile });
  recorder.refused('ordinary', sendCode, { mobile: '139' }, 'malformedPhone');
  recorder.refused('ordinary', sendCode, { mobile: '13800000002' }, 'phoneOfAnotherUser');
  recorder.refused('ordinary', updatePhone, { mobile, code: 'none' }, 'wrongCode');
  recorder.done('ordinary', updatePhone, { mobile, code: recorder.world.codes.all[0]?.code ?? '' });
  recorder.done('ordinary', contract.feedback.createFeedback, {
    content: 'The belt of device PL10003 is worn.',
    phone: mobile,
  });
  recorder.done('ordinary', contract.wallet.listRefunds, { page: 0 });
  recorder.done('card', contract.wallet.listCards, { page: 0 });
}

function devices(recorder: Recorder): void {
  const { listDevices, listHistory, checkDevice, getDetail, enterPage } = contract.device;
  const { listShares, shareDevice, unshareDevice } = contract.share;
  recorder.done('leaser', listDevices, {});
  recorder.done('shared', listDevices, {}, 'sharedByAnother');
  recorder.done('nobody', listDevices, {}, 'none');
  recorder.done('ordinary', listHistory, {});
  recorder.done('ordinary', checkDevice, { sno: DEVICE, assist: false });
  recorder.done('assistant', checkDevice, { sno: DEVICE, assist: true }, 'onBehalfOfACustomer');
  recorder.done('ordinary', checkDevice, { sno: 'PL10007', assist: false }, 'offline');
  recorder.refused('ordinary', checkDevice, { sno: 'PL10009', assist: false }, 'notInOperation');
  recorder.done('leaser', getDetail, { sno: LEASED });
  recorder.refused('leaser', getDetail, { sno: 'PL99999' }, 'unknownDevice');
  recorder.done('leaser', enterPage, { sno: LEASED });
  recorder.done('leaser', listShares, { sno: LEASED });
  recorder.done('leaser', shareDevice, { sno: LEASED, mobile: '13911111111' });
  recorder.refused('ordinary', shareDevice, { sno: LEASED, mobile: '13911111111' }, 'notTheLessee');
  recorder.done('leaser', unshareDevice, { sno: LEASED, mobile: '13911111111' });
}

function orders(recorder: Recorder): void {
  const { listLeaseOrders, listCardOrders, getLeaseOrder, cancelLeaseOrder, cancelCardOrder } = contract.order;
  const { listDurationPlans, listUsePlans, createLeaseOrder, createCardOrder } = contract.lease;
  const [days] = recorder.done('ordinary', listDurationPlans, { sno: DEVICE }).records;
  const [uses] = recorder.done('ordinary', listUsePlans, { sno: DEVICE }).records;
  recorder.done('ordinary', listUsePlans, { operatorId: OPERATOR }, 'ofAnOperator');
  if (!days || !uses) throw new Error('the demo world has plans of both kinds');
  const lease = recorder.done('ordinary', createLeaseOrder, { plan: days, sno: DEVICE, assist: false });
  recorder.done('assistant', createLeaseOrder, { plan: days, sno: DEVICE, assist: true }, 'onBehalfOfACustomer');
  recorder.refused('ordinary', createLeaseOrder, { plan: days, sno: 'PL10004', assist: false }, 'leasedByAnother');
  const card = recorder.done('ordinary', createCardOrder, { plan: uses, operatorId: OPERATOR });
  recorder.done('ordinary', getLeaseOrder, { number: lease.number });
  recorder.done('ordinary', contract.payment.prePay, { number: lease.number, sno: DEVICE });
  recorder.done('ordinary', contract.payment.prePay, { number: card.number }, 'cardOrder');
  recorder.done('ordinary', cancelCardOrder, { number: card.number });
  recorder.refused('ordinary', cancelCardOrder, { number: card.number }, 'cancelledBefore');
  recorder.done('ordinary', listLeaseOrders, { page: 0 });
  recorder.done('ordinary', cancelLeaseOrder, { number: lease.number });
  recorder.refused('ordinary', cancelLeaseOrder, { number: lease.number }, 'cancelledBefore');
  recorder.refused('ordinary', contract.payment.prePay, { number: lease.number, sno: DEVICE }, 'cancelled');
  recorder.done('card', listCardOrders, { page: 0, operatorId: OPERATOR });
}

function treatments(recorder: Recorder): void {
  const { startDevice, stopDevice } = contract.treatment;
  const bio = {
    function: 'bio',
    auxiliary: 'infrared',
    workMinutes: 30,
    voltage: 6,
    frequency: 1,
    waveform: 1,
    infraredLevel: 4,
  } as const;
  recorder.done('leaser', startDevice, { sno: LEASED, settings: bio });
  recorder.refused('used-up', startDevice, { sno: DEVICE, settings: bio }, 'noUsesLeft');
  recorder.done('card', startDevice, { sno: DEVICE, settings: { auxiliary: 'quantum', workMinutes: 30 } }, 'quantum');
  recorder.clock.advance(12 * 60_000);
  recorder.done('leaser', contract.device.readLatest, { sno: LEASED });
  recorder.done('leaser', stopDevice, { sno: LEASED });
  recorder.refused('leaser', stopDevice, { sno: LEASED }, 'notRunning');
}
