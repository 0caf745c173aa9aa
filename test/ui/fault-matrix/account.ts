import { screen } from '@testing-library/react';
import { checkDevice, listDevices } from '../../../src/core/device/api.ts';
import { createFeedback } from '../../../src/core/feedback/api.ts';
import { getUser, sendCode, updatePhone } from '../../../src/core/account/api.ts';
import { listShares, shareDevice, unshareDevice } from '../../../src/core/share/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { at, presses } from '../app-harness.tsx';
import { types } from '../typing.ts';
import { withOwnLease, type FaultName, isShown, onOpening, REFUSED, retries, type Row, onEntry } from './row.ts';

const MOBILE = '138 0000 1234';
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const retryAfter = (button: string) => (fault: FaultName) => (fault === REFUSED ? presses(button) : retries());
const typedAtLogin = () => [value(copy.login.mobile), value(copy.login.code)];
const typedAtFeedback = () => [value(copy.feedback.content), value(copy.feedback.phone)];

export const accountRows: Row[] = [
  onOpening(getUser, 'the account', '/my?tab=my', () => isShown('李奶奶'), {
    wrongTexts: [copy.my.guest, copy.my.bindPhone],
  }),
  onEntry(getUser),
  {
    call: sendCode,
    place: 'the phone binding',
    setUp: async (app) => {
      app.reply(sendCode).open('/login');
      await types(copy.login.mobile, MOBILE);
    },
    trigger: () => presses(copy.login.askForCode),
    retry: retryAfter(copy.login.askForCode),
    hasSucceeded: () => isShown(copy.login.sent),
    typedValues: typedAtLogin,
  },
  {
    call: updatePhone,
    place: 'the phone binding',
    setUp: async (app) => {
      app.reply(updatePhone).open('/login');
      await types(copy.login.mobile, MOBILE);
      await types(copy.login.code, '4711');
    },
    trigger: () => presses(copy.login.bind),
    retry: retryAfter(copy.login.bind),
    hasSucceeded: () => at() === '/my',
    typedValues: typedAtLogin,
  },
  {
    call: createFeedback,
    place: 'the feedback form',
    setUp: async (app) => {
      app.reply(createFeedback).open('/my/feedback');
      await types(copy.feedback.content, '机器不热');
      await types(copy.feedback.phone, '13800001234');
    },
    trigger: () => presses(copy.feedback.send),
    retry: () => presses(copy.feedback.send),
    hasSucceeded: () => isShown(copy.feedback.sent),
    typedValues: typedAtFeedback,
  },
  onOpening(listShares, 'the share list', '/share', () => isShown(copy.share.none), withOwnLease),
  onOpening(listShares, 'the entry of a device in use', '/?sno=PL1001', () => at().startsWith('/modeMenu'), {
    server: (http) =>
      http
        .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' })
        .reply(listDevices, [{ sno: 'PL2002', assist: false }]),
  }),
  {
    call: shareDevice,
    place: 'the share dialog',
    setUp: async (app) => {
      app.reply(shareDevice).withOwnLease().open('/share');
      await presses(copy.share.add);
      await types(copy.share.mobile, MOBILE);
    },
    trigger: () => presses(copy.common.confirm),
    retry: () => presses(copy.common.confirm),
    hasSucceeded: () => isShown(copy.share.done),
    typedValues: () => value(copy.share.mobile),
  },
  {
    call: unshareDevice,
    place: 'the dialog that ends a share',
    server: (http) => http.reply(listShares, [{ mobile: '13800001234' }]).reply(unshareDevice),
    setUp: async (app) => {
      app.withOwnLease().open('/share');
      await presses(copy.share.endNamed(MOBILE));
    },
    trigger: () => presses(copy.common.confirm),
    messages: () => [copy.share.notEnded],
    retry: () => presses(copy.common.confirm),
    hasSucceeded: () => isShown(copy.share.ended),
  },
];
