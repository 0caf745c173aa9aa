// A client written from openapi.json alone. It is compiled against the types generated from that document, and run against the sandbox.
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/api.js';

declare const process: { argv: string[]; exitCode?: number };

const [, , baseUrl = '', token = '', sno = ''] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { Authorization: token } });
const about = { appKey: 'physio', version: '1.0.0' };

/** The `data` of a successful answer. Throws for a refusal. */
function done<Data>(answer: { code: '200' | 200; data: Data } | components['schemas']['Refused'] | undefined): Data {
  if (answer === undefined || String(answer.code) !== '200') throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer.data as Data;
}

const user = await client.POST('/user/get', { body: { ...about, data: {} } });
const { nickname } = done(user.data);
const check = await client.POST('/order/check/device', { body: { ...about, data: { sno, assist: false } } });
const { status } = done(check.data);
const plans = await client.POST('/product/service/mode/get', { body: { ...about, data: { sno } } });
const list = done(plans.data)?.list; // a server may send null for no plans
const shares = await client.POST('/device/device/share/list', { params: { query: { sno } }, body: {} });
if (shares.response.status !== 200) throw new Error(`status ${shares.response.status}`);

// @ts-expect-error the device number is required
const incomplete: components['schemas']['device.checkDevice.request'] = { assist: false };

console.log(JSON.stringify({ nickname, status, plans: list?.length, incomplete }));
