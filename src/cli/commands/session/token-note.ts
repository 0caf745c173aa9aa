import type { Context } from '../../context.ts';

/** Notes that commands go on as the account of PHYSIO_TOKEN, which outranks the token of a profile. */
export function tokenNote({ output, environment }: Context): void {
  if (environment.env.PHYSIO_TOKEN) output.note('PHYSIO_TOKEN is still set and is used by all commands.');
}
