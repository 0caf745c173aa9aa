import { screen } from '@testing-library/react';
import { checkDevice, listDevices } from '../../../src/core/device/api.ts';
import { createFeedback } from '../../../src/core/feedback/api.ts';
import { getUser, sendCode, updatePhone } from '../../../src/core/account/api.ts';
import { listShares, shareDevice, unshareDevice } from '../../../src/core/share/api.ts';
import { copy } from '../../../src/ui/copy/zh-CN-later.ts';
import { at, presses } from '../app-harness.tsx';
import { types } from '../typing.ts';
import { atADevice, type FaultName, isRead, opened, retries, type Row, wayIn } from './row.ts';

const MOBILE = '138 0000 1234';
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const again = (button: string) => (fault: FaultName) => (fault === 'says no' ? presses(button) : retries());
const typedAtLogin = () => [value(copy.login.mobile), value(copy.login.code)];
const typedAtFeedback = () => [value(copy.feedback.content), value(copy.feedback.phone)];

export const accountRows: Row[] = [
  opened(getUser, 'the account', '/my?tab=my', () => isRead('李奶奶'), { never: [copy.my.guest, copy.my.bindPhone] }),
  wayIn(getUser),
  {
    call: sendCode,
    where: 'the phone number',
    comes: async (app) => {
      app.reply(sendCode).open('/login');
      await types(copy.login.mobile, MOBILE);
    },
    acts: () => presses(copy.login.askForCode),
    goesOn: again(copy.login.askForCode),
    isWell: () => isRead(copy.login.sent),
    typed: typedAtLogin,
  },
  {
    call: updatePhone,
    where: 'the phone number',
    comes: async (app) => {
      app.reply(updatePhone).open('/login');
      await types(copy.login.mobile, MOBILE);
      await types(copy.login.code, '4711');
    },
    acts: () => presses(copy.login.bind),
    goesOn: again(copy.login.bind),
    isWell: () => at() === '/my',
    typed: typedAtLogin,
  },
  {
    call: createFeedback,
    where: 'the feedback',
    comes: async (app) => {
      app.reply(createFeedback).open('/my/feedback');
      await types(copy.feedback.content, '机器不热');
      await types(copy.feedback.phone, '13800001234');
    },
    acts: () => presses(copy.feedback.send),
    goesOn: again(copy.feedback.send),
    isWell: () => isRead(copy.feedback.sent),
    typed: typedAtFeedback,
  },
  opened(listShares, 'those it is shared with', '/share', () => isRead(copy.share.none), atADevice),
  opened(listShares, 'the way into a device that is in use', '/?sno=PL1001', () => at().startsWith('/modeMenu'), {
    server: (http) =>
      http.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' }).reply(listDevices, [{ sno: 'PL2002' }]),
  }),
  {
    call: shareDevice,
    where: 'the number it is shared with',
    comes: async (app) => {
      app.reply(shareDevice).withDevice().open('/share');
      await presses(copy.share.add);
      await types(copy.share.mobile, MOBILE);
    },
    acts: () => presses(copy.common.confirm),
    goesOn: () => presses(copy.common.confirm),
    isWell: () => isRead(copy.share.done),
    typed: () => value(copy.share.mobile),
  },
  {
    call: unshareDevice,
    where: 'the end of sharing',
    server: (http) => http.reply(listShares, [{ mobile: '13800001234' }]).reply(unshareDevice),
    comes: async (app) => {
      app.withDevice().open('/share');
      await presses(copy.share.endNamed(MOBILE));
    },
    acts: () => presses(copy.common.confirm),
    says: () => [copy.share.notEnded],
    goesOn: () => presses(copy.common.confirm),
    isWell: () => isRead(copy.share.ended),
  },
];
