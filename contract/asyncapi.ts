import { TIMES } from '../src/adapters/gizwits/device-channel.ts';
import { CHANNEL_PATH, RECEIVED, SENT } from '../src/adapters/gizwits/frames.ts';
import { frameExamples } from './examples/frames.ts';
import type { About } from './openapi.ts';
import { neededBy, refTo, schemasOf } from './schemas.ts';
import { FRAMES } from './words/frames.ts';

type Cmd = keyof typeof SENT | keyof typeof RECEIVED;

const examples = frameExamples();

const LOGIN = {
  type: 'userPassword',
  description: 'Not in the handshake: `login_req`, the first frame, carries `appid`, `uid` and `token`.',
};
const CHANNEL = { $ref: '#/channels/device' };
const ANSWERS: Partial<Record<Cmd, readonly Cmd[]>> = {
  login_req: ['login_res'],
  subscribe_req: ['subscribe_res'],
  c2s_read: ['s2c_noti', 's2c_ack'],
  c2s_write: ['s2c_ack'],
  ping: ['pong'],
  s2c_noti: ['c2s_ack'],
};

/** Builds the AsyncAPI document: the frames of the device channel from the point of view of the app. */
export function asyncApi({ name, version }: About) {
  const sent = Object.keys(SENT) as Cmd[];
  const received = Object.keys(RECEIVED) as Cmd[];
  const all = [...sent, ...received];
  const messages = Object.fromEntries(all.map((cmd) => [cmd, messageOf(cmd)]));
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${name}: device channel`,
      version,
      description: about(),
      contact: { name },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      tags: [{ name: 'device', description: 'The device that the user stands in front of.' }],
    },
    defaultContentType: 'application/json',
    servers: {
      secure: server('wss', 'gizWssPort', 'For an API that is reached over https.'),
      plain: server('ws', 'gizWsPort', 'For an API on plain http, on the same machine.'),
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
      ...Object.fromEntries(sent.map((cmd) => [cmd, { ...operation(cmd, 'send'), ...replyTo(cmd) }])),
      ...Object.fromEntries(received.map((cmd) => [cmd, { ...operation(cmd, 'receive'), ...replyTo(cmd) }])),
    },
    components: {
      messages,
      securitySchemes: { login: LOGIN },
      schemas: neededBy(messages, schemasOf({ ...SENT, ...RECEIVED }, { target: 'draft-07' })),
    },
  };
}

function server(protocol: string, port: string, description: string) {
  const variables = {
    host: {
      description: '`deviceDetailWebSocketVo.gizHost` in the answer of `device.enterPage`.',
      examples: ['channel.example.com'],
    },
    port: { description: `\`deviceDetailWebSocketVo.${port}\` there.`, examples: ['8080'] },
  };
  return {
    host: '{host}:{port}',
    protocol,
    description,
    variables,
    security: [{ $ref: '#/components/securitySchemes/login' }],
  };
}

function messageOf(cmd: Cmd) {
  const told = Object.entries<object>(examples[cmd]).map(([name, payload]) => ({ name, payload }));
  return {
    name: cmd,
    title: cmd,
    summary: FRAMES[cmd],
    contentType: 'application/json',
    payload: refTo(cmd),
    examples: told,
  };
}

function operation(cmd: Cmd, action: 'send' | 'receive') {
  return {
    action,
    channel: CHANNEL,
    title: `The app ${action}s ${cmd}`,
    description: FRAMES[cmd],
    messages: [message(cmd)],
  };
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
    'The websocket of a Gizwits device cloud, as the app uses it. `device.enterPage` (see the OpenAPI document) returns its address and the `appid`, `uid` and `token` for the login. This document describes the app: what it sends, a server receives.',
    'The app sends `login_req`; once `login_res` accepts it, `subscribe_req`; once `success` names its device, `c2s_read`. From then on it receives `s2c_noti` and `s2c_online_status`, and answers an `s2c_noti` with `req_sn` by `c2s_ack`. A server takes frames strictly in their order, allows several sessions for one token, and sends every change to each of them.',
    `A login may take ${seconds(TIMES.loginMs)}; the app tries another connection in parallel after ${seconds(TIMES.overdueMs)}. The app repeats a refused subscription, at most every 30 s. If a server does not answer \`subscribe_req\` for ${seconds(TIMES.subscribeMs)}, the app sends a \`login_req\` with \`auto_subscribe: true\` on the same connection.`,
    `The app sends a \`ping\` every ${seconds(TIMES.pingEveryMs)}. Without a \`pong\` within ${seconds(TIMES.pongMs)} it abandons the connection and opens another. A server may send fields that are not named here; the app does not read them.`,
  ].join('\n\n');
}
