import type { DeviceDetail, Notice } from '../../core/device/device.ts';
import { saysNoSuchDevice } from '../../core/api/server-failure.ts';
import { ignoreFailure, Problem } from '../../core/problem.ts';
import { Queries } from '../../core/queries.ts';
import type { Context } from '../context.ts';
import type { CoreServices } from '../environment.ts';
import { noticeExitCode, type ExitCode } from '../words/exit-codes.ts';
import { noticeFailure } from '../words/failure.ts';
import { findOrder, orderHint } from './find-order.ts';

/** The details of the device that a command names. */
export async function deviceNamed(context: Context, services: CoreServices, sno: string): Promise<DeviceDetail> {
  try {
    return await services.get(Queries).device(sno);
  } catch (thrown) {
    if (saysNoSuchDevice(Problem.of(thrown))) await requireNoOrder(context, services, sno);
    throw thrown;
  }
}

/** Refuses a command because the device that it names is not available. */
export async function refuseNotice(
  context: Context,
  services: CoreServices,
  sno: string,
  notice: Notice,
): Promise<ExitCode> {
  if (notice.reason === 'no-such-device') await requireNoOrder(context, services, sno);
  return context.output.refuse(noticeFailure(notice, sno, context.hint), noticeExitCode(notice.reason));
}

/** Throws the Problem `refused` if the number, which no device has, is that of an order: it leads to the order and to the case of its device. */
export async function requireNoOrder({ output, hint }: Context, services: CoreServices, number: string): Promise<void> {
  const order = await findOrder(services, number, {}, output).catch(ignoreFailure);
  if (!order) return;
  const ofDevice = hint`support ${order.sno ?? 'SNO'} --order ${number}`;
  throw new Problem('refused', {
    message: `${number} is the number of an order, not of a device. To see the order: ${orderHint(hint, 'show', order)}; for a support case of the device: ${ofDevice}`,
  });
}
