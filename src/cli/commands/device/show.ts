import { refusesDevice } from '../../../core/api/server-failure.ts';
import { availabilityOf, connectionOf, type DeviceCheck, type Notice } from '../../../core/device/device.ts';
import { rentedRowOf } from '../../../core/device/device-use.ts';
import { ReadDeviceUse } from '../../../core/checkout/holdings/read-device-use.ts';
import { ignoreFailure, Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { TreatmentLog } from '../../../core/treatment/records/treatment-log.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { failureText, noticeFailure, problemMessage } from '../../words/failure.ts';
import { deviceNamed } from '../name-device.ts';
import { iso, onlineText, STATE_FIELDS, stateRow, stateText, until } from '../../words/format.ts';

export const fields = ['sno', 'name', 'online', 'operatorName', 'mac', 'expiresAt', ...STATE_FIELDS];

export async function showDevice(context: Context, code: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const services = await context.createServices({ asPerson: 'if-others-are-open' });
  const queries = services.get(Queries);
  const [detail, state, use, checked] = await Promise.all([
    deviceNamed(context, services, sno),
    queries.latest(sno).catch((thrown: unknown) => Problem.of(thrown)),
    services.get(ReadDeviceUse).read(sno).catch(ignoreFailure),
    queries.check(sno).catch(Problem.expected),
  ]);
  if (state instanceof Problem && state.code === 'internal') throw state;
  const log = services.get(TreatmentLog);
  const reported = state instanceof Problem ? {} : log.withoutKeptCount(sno, state);
  const status = checked instanceof Problem ? undefined : checked.status;
  const isPast = log.mayBePast(sno, reported, status);
  const online = connectionOf(detail.online, status);
  const seen = { state: reported, online, isPast };
  const rental = use && use.kind !== 'none' ? rentedRowOf(use) : undefined;
  const name = output.name(detail.name);
  const operatorName = output.name(detail.operatorName);
  await output.record(
    { ...detail, name, operatorName, sno, online, expiresAt: iso(rental?.expiresAt), ...stateRow(seen) },
    output.pairs([
      ['device', sno],
      ['name', name],
      ['connection', onlineText(online)],
      ['state', stateText(seen)],
      ['operator', operatorName],
      ['mac', detail.mac],
      ['until', until(rental?.expiresAt, services.time.now())],
    ]),
  );
  if (state instanceof Problem) output.warn(`Could not read the state: ${problemMessage(state, context.hint)}`);
  const obstacle = hiddenObstacle(checked);
  if (obstacle) output.warn(failureText(noticeFailure(obstacle, sno, context.hint)));
  else if (isPast && checked instanceof Problem)
    output.warn(`Could not ask who is using ${sno}. ${problemMessage(checked, context.hint)}`);
  return EXIT.done;
}

/** Why nobody can start the device, if neither its connection nor its state shows that. */
function hiddenObstacle(checked: DeviceCheck | Problem): Notice | undefined {
  if (checked instanceof Problem && !refusesDevice(checked)) return undefined;
  const found = availabilityOf(checked);
  const isHidden = found.kind === 'notice' && (found.reason === 'locked' || found.reason === 'not-in-operation');
  return isHidden ? found : undefined;
}
