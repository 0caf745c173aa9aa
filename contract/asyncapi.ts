import { TIMES } from '../src/adapters/gizwits-device-channel.ts';
import { CHANNEL_PATH, RECEIVED } from '../src/adapters/gizwits-received.ts';
import { SENT } from '../src/adapters/gizwits-sent.ts';
import type { About } from './openapi.ts';
import { neededBy, refTo, schemasOf } from './schemas.ts';
import { FRAMES } from './words.ts';

type Cmd = keyof typeof SENT | keyof typeof RECEIVED;

const CHANNEL = { $ref: '#/channels/device' };
const ANSWERS: Partial<Record<Cmd, readonly Cmd[]>> = {
  login_req: ['login_res'],
  subscribe_req: ['subscribe_res'],
  c2s_read: ['s2c_noti', 's2c_ack'],
  c2s_write: ['s2c_ack'],
  ping: ['pong'],
  s2c_noti: ['c2s_ack'],
};

/** The frames of the device channel, as the app sends and receives them. */
export function asyncApi({ name, version }: About) {
  const sent = Object.keys(SENT) as Cmd[];
  const received = Object.keys(RECEIVED) as Cmd[];
  const all = [...sent, ...received];
  const messages = Object.fromEntries(all.map((cmd) => [cmd, { name: cmd, summary: FRAMES[cmd], contentType: 'application/json', payload: refTo(cmd) }]));
  return {
    asyncapi: '3.0.0',
    info: { title: `${name}: the device channel`, version, description: about(), license: { name: 'MIT' } },
    defaultContentType: 'application/json',
    servers: {
      secure: server('wss', 'gizWssPort', 'For an API that is reached over https.'),
      plain: server('ws', 'gizWsPort', 'For an API on plain http, on one’s own machine.'),
    },
    channels: {
      device: {
        address: CHANNEL_PATH,
        description: 'One websocket for one device; each frame is one JSON text.',
        messages: Object.fromEntries(all.map((cmd) => [cmd, { $ref: `#/components/messages/${cmd}` }])),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
    },
    operations: {
      ...Object.fromEntries(sent.map((cmd) => [cmd, { action: 'send', ...operation(cmd), ...replyTo(cmd) }])),
      ...Object.fromEntries(received.map((cmd) => [cmd, { action: 'receive', ...operation(cmd), ...replyTo(cmd) }])),
    },
    components: { messages, schemas: neededBy(messages, schemasOf({ ...SENT, ...RECEIVED }, { target: 'draft-07' })) },
  };
}

function server(protocol: string, port: string, description: string) {
  const variables = {
    host: { description: '`deviceDetailWebSocketVo.gizHost` in the answer of `device.enterPage`.' },
    port: { description: `\`deviceDetailWebSocketVo.${port}\` there.` },
  };
  return { host: '{host}:{port}', protocol, description, variables };
}

function operation(cmd: Cmd) {
  return { channel: CHANNEL, summary: FRAMES[cmd], messages: [message(cmd)] };
}

function replyTo(cmd: Cmd) {
  const answers = ANSWERS[cmd];
  return answers && { reply: { channel: CHANNEL, messages: answers.map(message) } };
}

function message(cmd: Cmd) {
  return { $ref: `#/channels/device/messages/${cmd}` };
}

function about(): string {
  const seconds = (ms: number) => `${ms / 1_000} s`;
  return [
    'The Gizwits app websocket. `device.enterPage` says where it is and with which `appid`, `uid` and `token` to log in.',
    'The app sends `login_req`; once that is taken, `subscribe_req`; once its device stands in `success`, `c2s_read`. From then on it hears `s2c_noti` and `s2c_online_status`. An `s2c_noti` with `req_sn` is answered with `c2s_ack`.',
    `A login may take ${seconds(TIMES.loginMs)}; another connection is tried beside it after ${seconds(TIMES.overdueMs)}. A refused subscription is asked for again, at most every 30 s. A server that leaves \`subscribe_req\` unanswered for ${seconds(TIMES.subscribeMs)} gets a \`login_req\` with \`auto_subscribe: true\` on the same connection.`,
    `It sends a \`ping\` every ${seconds(TIMES.pingEveryMs)}, takes the line for dead without a \`pong\` within ${seconds(TIMES.pongMs)}, and then begins anew. Frames are taken and answered in their order.`,
  ].join('\n\n');
}
