import { CheckoutRecords } from '../../../core/checkout/records/checkout-records.ts';
import { isSameDevice } from '../../../core/basics/device-code.ts';
import type { PayableOrder } from '../../../core/order/order.ts';
import { Queries } from '../../../core/queries.ts';
import { remainingDays } from '../../../core/basics/time.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../words/exit-codes.ts';
import { dayAndSecond, iso, onlineText, until } from '../../words/format.ts';
import { rememberDevices } from '../../account/known-devices.ts';

export const fields = [
  'sno',
  'name',
  'area',
  'online',
  'expiresAt',
  'remainingDays',
  'ownerId',
  'ownerName',
  'sharedBy',
  'assist',
  'orderNo',
];

export async function listDevices(context: Context): Promise<ExitCode> {
  const { output, settings, environment } = context;
  const services = await context.createServices({ asPerson: 'if-others-are-open' });
  const purchases = services.get(CheckoutRecords).purchases();
  const devices = await services.get(Queries).devices();
  purchases.requireListed('lease', devices);
  const now = services.time.now();
  rememberDevices(
    devices.records.map(({ sno }) => sno),
    settings.profile,
    environment,
  );
  const code = await output.rows(
    devices,
    ({ sharer, ...device }) => ({
      ...device,
      name: output.name(device.name),
      area: output.name(device.area),
      ownerName: output.name(device.ownerName),
      sharedBy: sharer && output.name(sharer.name ?? sharer.id),
      expiresAt: iso(device.expiresAt),
      remainingDays: device.expiresAt === undefined ? undefined : remainingDays(device.expiresAt, now),
    }),
    [
      ['SNO', ({ sno }) => sno],
      ['NAME', ({ name }) => output.name(name)],
      ['AREA', ({ area }) => output.name(area)],
      ['CONNECTION', ({ online }) => onlineText(online)],
      ['UNTIL', ({ expiresAt }) => until(expiresAt, now)],
      [
        'NOTE',
        ({ sharer, assist }) =>
          sharer ? `shared by ${output.name(sharer.name ?? sharer.id) ?? ''}` : assist ? 'for a customer' : '',
      ],
    ],
    `No rented devices. To check one: ${context.hint`device check SNO`}`,
  );
  const isUnsaid = ({ sno }: PayableOrder) =>
    devices.records.some((row) => row.expiresAt === undefined && isSameDevice(row.sno, sno));
  for (const { order, until: at } of purchases.unlisted('lease').filter(({ order }) => isUnsaid(order)))
    output.warn(
      `Order ${order.number} was found paid less than a minute ago, and a server may list it late: until ${dayAndSecond(at)} it is not said when the rental of ${order.sno ?? 'its device'} ends`,
    );
  return code;
}
