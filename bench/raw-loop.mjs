// The calls of `device check` over plain keep-alive http with the same concurrency, as the baseline for the command line.
//   node raw-loop.mjs URL CONCURRENCY < numbers               with node:http
//   node raw-loop.mjs URL CONCURRENCY cross-fetch < numbers   with cross-fetch, which the command line uses
//   node raw-loop.mjs URL CONCURRENCY http details < numbers  with a second call for each device
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';

const [, , url, concurrency, through = 'http', calls] = process.argv;
const agent = new Agent({ keepAlive: true });
const common = { 'content-type': 'application/json', authorization: 'bench-token' };
const fetch = through === 'cross-fetch' ? (await import('cross-fetch')).default : undefined;

async function call(path, data) {
  const body = JSON.stringify({ appKey: 'physio', version: '1.0.0', data });
  if (!fetch) return plainly(path, body);
  const response = await fetch(url + path, { method: 'POST', agent, headers: common, body });
  return JSON.parse(await response.text());
}

function plainly(path, body) {
  return new Promise((resolve, reject) => {
    const headers = { ...common, 'content-length': Buffer.byteLength(body) };
    const sent = request(url + path, { method: 'POST', agent, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

await Promise.all([
  call('/device/device/list'),
  call('/wallet/balance', { current: 0, pages: 0, query: {}, size: 99, total: 0 }),
]);
const numbers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const work = async () => {
  for (let next = await numbers.next(); !next.done; next = await numbers.next()) {
    const { data } = await call('/order/check/device', { assist: false, sno: next.value });
    const details = calls === 'details' ? await call('/device/detail', { sno: next.value }) : { data: {} };
    process.stdout.write(
      `${JSON.stringify({ sno: next.value, status: data.status, online: details.data.onlineStatusDesc })}\n`,
    );
  }
};
await Promise.all(Array.from({ length: Number(concurrency) }, work));
agent.destroy();
