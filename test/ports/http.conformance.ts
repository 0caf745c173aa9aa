import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Http, HttpRequest } from '../../src/ports/http.ts';

/** A server that the test controls, and the adapter that calls it. */
export interface HttpWorld {
  http: Http;
  /** An address of the server. */
  url(path: string): string;
  answers(path: string, answer: { status: number; headers: Record<string, string>; body: string }): void;
  /** Accepts the request and never responds. */
  hangs(path: string): void;
  /** Closes the connection before any response. */
  breaks(path: string): void;
  received(path: string): { method: string; headers: Record<string, string>; body: string }[];
  end(): Promise<void>;
}

export function describeHttp(name: string, make: () => Promise<HttpWorld>): void {
  describe(name, () => {
    let world: HttpWorld;
    const request = (path: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
      method: 'POST',
      url: world.url(path),
      headers: { 'content-type': 'application/json', Authorization: 'a-token' },
      body: '{"data":"设备"}',
      timeoutMs: 2_000,
      ...more,
    });
    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.end());

    test('Http returns the status, a header by its name in any case, and the text as the server sent it', async () => {
      world.answers('/answered', { status: 200, headers: { 'X-Trace': 'Abc' }, body: '{"message":"在线"}' });
      const response = await world.http.send(request('/answered'));
      expect(response).toMatchObject({ status: 200, body: '{"message":"在线"}' });
      expect([response.header('x-trace'), response.header('X-TRACE'), response.header('x-other')]).toEqual([
        'Abc',
        'Abc',
        undefined,
      ]);
    });

    test('Http sends the body and the headers once, unchanged', async () => {
      world.answers('/heard', { status: 200, headers: {}, body: '' });
      await world.http.send(request('/heard'));
      const received = world.received('/heard');
      expect(received).toHaveLength(1);
      expect(received[0]).toMatchObject({ method: 'POST', body: '{"data":"设备"}' });
      expect(new Headers(received[0]?.headers).get('authorization')).toBe('a-token');
    });

    test.each([401, 404, 500, 302])('Http resolves for the status %i', async (status) => {
      const headers: Record<string, string> = status === 302 ? { location: 'https://elsewhere.example/' } : {};
      world.answers(`/status/${status}`, { status, headers, body: '<html>' });
      expect(await world.http.send(request(`/status/${status}`))).toMatchObject({ status, body: '<html>' });
    });

    test('Http fails with timeout when the server does not answer in time', async () => {
      world.hangs('/hangs');
      await expect(world.http.send(request('/hangs', { timeoutMs: 60 }))).rejects.toMatchObject({ code: 'timeout' });
    });

    test('Http fails with network when the connection breaks before an answer', async () => {
      world.breaks('/breaks');
      await expect(world.http.send(request('/breaks'))).rejects.toMatchObject({ code: 'network' });
    });

    test('Http fails with cancelled, and sends nothing, when the signal was aborted before', async () => {
      world.answers('/never', { status: 200, headers: {}, body: '' });
      const sending = world.http.send(request('/never', { signal: AbortSignal.abort() }));
      await expect(sending).rejects.toMatchObject({ code: 'cancelled' });
      expect(world.received('/never')).toEqual([]);
    });

    test('Http fails with cancelled when the signal aborts while it waits', async () => {
      world.hangs('/waits');
      const asker = new AbortController();
      const sending = world.http.send(request('/waits', { signal: asker.signal }));
      const outcome = expect(sending).rejects.toMatchObject({ code: 'cancelled' });
      await expect.poll(() => world.received('/waits').length).toBe(1);
      asker.abort();
      await outcome;
    });

    test('Http is not cancelled by the signal of the previous request', async () => {
      world.answers('/again', { status: 200, headers: {}, body: 'here' });
      world.hangs('/waits-too');
      const asker = new AbortController();
      await world.http.send(request('/again', { signal: asker.signal }));
      const waiting = world.http.send(request('/waits-too', { signal: asker.signal }));
      const outcome = expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
      await expect.poll(() => world.received('/waits-too').length).toBe(1);
      asker.abort();
      await outcome;
      expect((await world.http.send(request('/again'))).body).toBe('here');
      expect((await world.http.send(request('/again', { timeoutMs: 60_000 }))).body).toBe('here');
    });

    test.each([
      'http://cloud.example/api',
      'http://127.0.0.1.cloud.example/api',
      'https://user:secret@cloud.example/api',
      'http://localhost@cloud.example/api',
      'ftp://cloud.example/api',
      'javascript:alert(1)',
      '//cloud.example/api',
      '/api',
      '',
    ])('Http refuses to call %j', async (url) => {
      await expect(world.http.send(request('/x', { url }))).rejects.toMatchObject({ code: 'invalid-input' });
    });
  });
}
