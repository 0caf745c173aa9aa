// Preloaded into every tool: refuses each connection to another machine, and records it for the report of contract-check.mjs.
const { appendFileSync } = require('node:fs');
const { Socket } = require('node:net');

const connect = Socket.prototype.connect;

function hostOf(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first !== null) return first.path ? undefined : first.host;
  return typeof second === 'string' ? second : undefined;
}

Socket.prototype.connect = function connectToLoopback(...args) {
  const host = hostOf(args) ?? 'localhost';
  if (/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)) return connect.apply(this, args);
  appendFileSync(process.env.REFUSED_CONNECTIONS, `${host}\n`);
  process.nextTick(() => this.destroy(new Error(`no connection to ${host}: the check stays on this machine`)));
  return this;
};
