import { ignoreFailure } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { useService } from '../../application.ts';
import { useLoad } from '../hooks/use-task.ts';

/** A device as the screens and dialogs that act on it name it. */
export interface NamedDevice {
  sno: string;
  /** Undefined if it is not known. */
  name?: string | undefined;
}

/** Reads the name of a device; a failed read leaves it unknown. The caller must be an observer. */
export function useNamedDevice(sno: string): NamedDevice {
  const queries = useService(Queries);
  const detail = useLoad(async () => ({ of: sno, name: (await queries.device(sno).catch(ignoreFailure))?.name }), sno);
  return { sno, name: detail.result?.of === sno ? detail.result.name : undefined };
}
