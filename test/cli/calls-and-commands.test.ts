import { safeParse } from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import { listCardOrders } from '../../src/core/order/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { type AnyEndpoint, ENDPOINTS, type FakeServer, misshapen } from '../helpers/fake-server.ts';
import { aPage } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal, TOKEN } from './terminal.ts';
import { type Expected, type FaultName, FAULTS } from './server-faults.ts';
import { answersWell, obeys, SNO } from './well-behaved-server.ts';

/** The command that calls the endpoint, and the results that differ from the usual ones. */
interface Row {
  typed: string;
  ends?: Partial<Record<FaultName, Expected>>;
  /** More replies of the fake server in the success case. */
  server?: (http: FakeServer) => unknown;
  /** The command succeeds even if this call fails. */
  isOptional?: true;
}

const SHARING_NOT_STOPPED: Expected = { code: 1, says: /Could not stop sharing.*physio share list/ };

const ROWS: Record<string, Row> = {
  'account.getUser': { typed: 'account show' },
  'account.sendCode': { typed: 'account send-code 13800000001' },
  'account.updatePhone': { typed: 'account bind 13800000001 1234' },
  'device.listDevices': { typed: 'device list' },
  'device.listHistory': { typed: 'device history' },
  'device.checkDevice': { typed: `device enter ${SNO} --no-assist` },
  'device.getDetail': { typed: `device show ${SNO}` },
  'device.enterPage': { typed: `device wait ${SNO} --for online`, isOptional: true },
  'device.readLatest': { typed: `treatment show ${SNO}` },
  'share.listShares': { typed: `share list ${SNO}` },
  'share.shareDevice': { typed: `share add ${SNO} 13800000004` },
  'share.unshareDevice': {
    typed: `share remove ${SNO} 13800000003 --yes`,
    ends: {
      'does not answer': SHARING_NOT_STOPPED,
      'cannot be reached': SHARING_NOT_STOPPED,
      'fails with an HTML page': SHARING_NOT_STOPPED,
      'sends invalid JSON': SHARING_NOT_STOPPED,
      'sends an unexpected response': SHARING_NOT_STOPPED,
      'refuses the request': SHARING_NOT_STOPPED,
      'is busy': SHARING_NOT_STOPPED,
      redirects: SHARING_NOT_STOPPED,
      'does not know the path': SHARING_NOT_STOPPED,
      'sends a web page': SHARING_NOT_STOPPED,
      'denies access': SHARING_NOT_STOPPED,
      'limits the request rate': SHARING_NOT_STOPPED,
    },
  },
  'wallet.listCards': { typed: 'card list' },
  'wallet.listRefunds': { typed: 'refund list' },
  'order.listLeaseOrders': { typed: 'order list' },
  'order.listCardOrders': { typed: 'order list --cards --operator shop-1' },
  'order.getLeaseOrder': { typed: 'order show L-100' },
  'order.cancelLeaseOrder': { typed: 'order cancel L-100 --yes' },
  'order.cancelCardOrder': { typed: 'order cancel C-100 --operator shop-1 --yes' },
  'lease.listDurationPlans': { typed: `plan list ${SNO} --by duration` },
  'lease.listUsePlans': { typed: `plan list ${SNO} --by uses` },
  'lease.createLeaseOrder': { typed: `order create ${SNO} --plan d7 --by duration --yes` },
  'lease.createCardOrder': {
    typed: `order create ${SNO} --plan u10 --by uses --operator shop-1 --yes`,
    server: (http) => http.reply(listCardOrders, aPage()),
  },
  'treatment.startDevice': {
    typed: `treatment start ${SNO} --mode bio --yes`,
    server: (http) => obeys(http, startDevice, 0),
  },
  'treatment.stopDevice': { typed: `treatment stop ${SNO} --yes`, server: (http) => obeys(http, stopDevice, 1) },
  'feedback.createFeedback': { typed: 'feedback send --content x' },
};

/** The page alone prepares a payment: WeChat needs the prepay parameters. */
const PAGE_ONLY = ['payment.prePay'];

// covers 8.calls.6c
test('Every endpoint of the contract has a command in this table', () => {
  expect(
    ENDPOINTS.map(({ name }) => name)
      .filter((name) => !(name in ROWS))
      .toSorted(),
  ).toEqual(PAGE_ONLY);
});

const cases = Object.entries(ROWS).flatMap(([name, row]) =>
  (Object.keys(FAULTS) as FaultName[]).map((fault) => [row.typed, name, fault] as const),
);

describe('a single failing call', () => {
  const terminals: Terminal[] = [];
  afterAll(() => {
    for (const terminal of terminals) terminal.close();
  });

  // covers 8.calls.6d
  test.concurrent.each(cases)(
    '%s reports that %s failed when the server %s, and succeeds when it is repeated',
    async (typed, name, fault) => {
      const endpoint = ENDPOINTS.find((each) => each.name === name) as AnyEndpoint;
      const { ends, isOptional, server } = ROWS[name] as Row;
      const { answer, ...usual } = FAULTS[fault];
      const { code, says } = ends?.[fault] ?? usual;
      const terminal = new Terminal();
      terminals.push(terminal);
      answersWell(terminal.http);
      server?.(terminal.http);
      const isPicky = !safeParse(endpoint.answer, 'nonsense').success;
      terminal.http.fails(
        endpoint,
        fault === 'sends an unexpected response' && isPicky ? misshapen('nonsense') : answer,
      );
      const physio = () => terminal.physio([...typed.split(' '), '--verbose'], SIGNED_IN);

      const ended = await physio();
      expect(terminal.http.requests(endpoint).length).toBeGreaterThan(0);
      const sentence = ended.stderr.split('\n').find((line) => line.startsWith('physio: ')) ?? '';
      if (isOptional) expect(ended.code).toBe(0);
      else expect([ended.code, sentence, ended.stdout]).toEqual([code, expect.stringMatching(says), '']);
      for (const never of [TOKEN, '\u001b', '[object', 'undefined', '    at ', '<html>'])
        expect(ended.stdout + ended.stderr).not.toContain(never);

      terminal.http.recovers(endpoint);
      const then = await physio();
      expect([then.code, then.stderr.split('\n').filter((line) => line.startsWith('physio: '))]).toEqual([0, []]);
    },
  );
});
