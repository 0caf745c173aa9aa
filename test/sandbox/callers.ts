import { onTestFinished } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/main.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import type { EffectCounts } from '../../sandbox/world/effects.ts';
import type { WorldState } from '../helpers/world.ts';

interface Answer {
  status: number;
  code: string;
  message: string;
  data: unknown;
}

/** Starts a sandbox on a free port for one test, with functions that call it as a given demo user. */
export async function sandbox(options: Partial<SandboxOptions> = {}) {
  const running: Sandbox = await startSandbox({ port: 0, quiet: true, ...options });
  onTestFinished(() => running.close());
  const at = running.url.replace(/\/$/, '');

  const post = async (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(at + url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  const control = async (call: string, body?: unknown): Promise<Response> =>
    body === undefined ? fetch(`${at}/__sandbox/${call}`) : post(`/__sandbox/${call}`, body);

  /** Calls the API as a demo user, in the usual envelope. */
  const call = async (
    user: string,
    path: string,
    data?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const { accessToken } = running.world.users.get(user);
    const envelope =
      path === prePay.path ? { data } : path.includes('?') ? {} : { appKey: 'physio', version: '1.0.0', data };
    const response = await post(`/api${path}`, envelope, { authorization: accessToken, ...headers });
    return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
  };

  return {
    running,
    at,
    post,
    control,
    call,
    state: async () => (await (await control('state')).json()) as WorldState,
    effects: async () => (await (await control('effects')).json()) as EffectCounts,
    passes: (advanceMs: number) => control('clock', { advanceMs }),
  };
}

export const BIO = { Function: 1, SubFunction: 1, Voltage: 6, Freq: 1, Grade: 4, WortTime: 30 };
