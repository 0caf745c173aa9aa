/* What the sandbox knows: effects, codes, cards, shares and orders. */

import { timeOf } from '../time.js';
import { byId, element, linesIn, listIn, write } from '../dom.js';
import { change, onWorld, world } from '../world.js';
import { words } from '../words.js';

const EFFECTS_SHOWN = 8;
const OPEN = 1;
const PAID = 5;
const CANCELLED = -1;

const yuan = (amount) => `¥${Number(amount).toFixed(2)}`;
const nameOf = (id) => world().users.find((user) => user.id === id)?.nickname || id;
const operatorOf = (id) =>
  world().devices.find((device) => device.ownerId === id)?.operatorName ?? words().panel.shop(id);

const DEEDS = [
  { name: 'pay', call: 'pay', isOpen: ({ statusCode }) => statusCode === OPEN },
  { name: 'cancel', call: 'cancel', isOpen: ({ statusCode, refunded }) => statusCode !== CANCELLED && !refunded },
  { name: 'refund', call: 'refund', isOpen: ({ statusCode, refunded }) => statusCode === PAID && refunded !== 'whole' },
  {
    name: 'refundPart',
    call: 'refund',
    body: { part: true },
    isOpen: ({ statusCode, refunded }) => statusCode === PAID && !refunded,
  },
];

const orderButtons = ({ number }) =>
  DEEDS.map(({ name, call, body = {}, isOpen }) => {
    const node = element('button', {
      type: 'button',
      onclick: () => change(words().panel.orderDone[name](number), 'POST', `order/${number}/${call}`, body),
    });
    return {
      node,
      update: (order) => {
        write(node, words().panel.orderDeeds[name]);
        node.setAttribute('aria-label', `${words().panel.orderDeeds[name]} ${number}`);
        node.hidden = !isOpen(order);
      },
    };
  });

function countIn([name]) {
  const term = element('dt', {});
  const count = element('dd', {});
  return {
    node: element('div', {}, term, count),
    update: ([, value]) => {
      write(term, words().effects[name]);
      write(count, String(value));
    },
  };
}

export function startRecords() {
  const renderCounts = listIn(byId('effects'), ([name]) => name, countIn);
  const renderLatest = linesIn(
    'latest',
    ({ at, what, detail }) => `${at} ${what} ${detail}`,
    ({ at, what, detail }) => [words().effects[what] ?? what, `${detail} · ${timeOf(at)}`],
  );
  const renderCodes = linesIn(
    'codes',
    ({ mobile, at }) => `${mobile} ${at}`,
    ({ mobile, code }) => [code, mobile],
  );
  const renderWallets = linesIn(
    'wallets',
    (card) => `${card.userId}/${card.operatorId}`,
    ({ userId, operatorId, uses }) => [words().panel.usesLeft(nameOf(userId), uses), operatorOf(operatorId)],
  );
  const renderShares = linesIn(
    'shares',
    (share) => `${share.sno}/${share.mobile}`,
    ({ sno, mobile }) => [sno, mobile],
  );
  const renderOrders = linesIn(
    'orders',
    ({ number }) => number,
    ({ status, yuan: amount, planName, kind, number, userId }) => [
      `${words().orderStatuses[status] ?? status} · ${yuan(amount)} · ${planName}`,
      `${words().panel.kinds[kind] ?? kind} ${number} · ${nameOf(userId)}`,
    ],
    orderButtons,
  );
  onWorld(({ counts, latest, codes, wallets, shares, orders }) => {
    renderCounts(Object.entries(counts).filter(([name]) => name in words().effects));
    renderLatest(latest.slice(0, EFFECTS_SHOWN));
    renderCodes(codes);
    renderWallets(wallets);
    renderShares(shares);
    renderOrders(orders.toReversed());
  }, byId('view-panel'));
}
