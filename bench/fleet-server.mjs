// A server with negligible cost, so that a measurement shows the cost of its client. Prints its port.
//   node fleet-server.mjs [MS]   answers after MS milliseconds
import { createServer } from 'node:http';

const wait = Number(process.argv[2] ?? 0);
const answers = {
  '/api/user/get': { assist: false, mobile: '13800000001' },
  '/api/device/device/list': [],
  '/api/wallet/balance': { records: [], total: 0 },
  '/api/device/detail': { name: 'A1', onlineStatusDesc: '在线' },
  '/api/order/check/device': { ownerId: '9001', status: 'DEVICE_FREE' },
};
const bodies = new Map(
  Object.entries(answers).map(([path, data]) => [
    path,
    Buffer.from(JSON.stringify({ code: '200', message: 'success', data })),
  ]),
);

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const body = bodies.get(request.url ?? '') ?? Buffer.from('{"code":"404","message":"no such call"}');
    const answer = () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    };
    if (wait > 0) setTimeout(answer, wait);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
