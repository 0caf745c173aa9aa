/* The control page: shows the state of the world once a second and changes it through the control API. */

const POLL = 1_000;
const CHINA = 'Asia/Shanghai';
const DEVICES_SHOWN = 60;
const HAPPENINGS_SHOWN = 8;
const FUNCTIONS = { 1: '生物电', 2: '高光波', 3: '睡眠' };
const STATUSES = {
  DEVICE_FREE: ['空闲', 'good'],
  DEVICE_WORKING: ['使用中', 'busy'],
  DEVICE_USED: ['使用中', 'busy'],
  DEVICE_USING: ['租用中', 'busy'],
  DEVICE_OFFLINE: ['离线', 'bad'],
  DEVICE_LOCKED: ['已锁定', 'bad'],
  NOT_IN_OPERATION: ['未投入运营', 'bad'],
};
const EFFECTS = {
  ordersCreated: '下单',
  prepays: '预支付',
  charges: '扣款',
  starts: '启动设备',
  stops: '停止设备',
  usesDeducted: '扣次数',
  shares: '分享',
};
const KINDS = { lease: '租赁', card: '次卡' };
const UNPAID = new Set(['待支付', '支付中']);

const byId = (id) => document.getElementById(id);
const inBrowser = byId('browser');

/* Requests */

async function ask(method, call, body) {
  const response = await fetch(`/__sandbox/${call}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? answer.message ?? `HTTP ${response.status}`);
  return answer;
}

async function change(said, method, call, body) {
  try {
    await ask(method, call, body);
    byId('said').textContent = said;
  } catch (thrown) {
    byId('said').textContent = `没有做成：${thrown.message}`;
  }
  await refresh();
}

/* Rendering */

function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/* Reuses a list's nodes by key, so that focus and selection survive an update. */
function listIn(list, keyOf, create) {
  const shown = new Map();
  return (items) => {
    const keys = new Set(items.map((item, place) => keyOf(item, place)));
    for (const [key, { node }] of shown) {
      if (!keys.has(key)) {
        node.remove();
        shown.delete(key);
      }
    }
    items.forEach((item, place) => {
      const key = keyOf(item, place);
      if (!shown.has(key)) shown.set(key, create(item));
      const { node, update } = shown.get(key);
      if (list.children[place] !== node) list.insertBefore(node, list.children[place] ?? null);
      update(item);
    });
  };
}

function line({ action } = {}) {
  return (item) => {
    const text = element('span', { class: 'what' });
    const aside = element('span', { class: 'aside' });
    const node = element('li', {}, text, aside, ...(action ? [action(item)] : []));
    return { node, text, aside };
  };
}

function linesIn(id, keyOf, draw, action) {
  const list = byId(id);
  const make = line({ action });
  const render = listIn(list, keyOf, (item) => {
    const { node, text, aside } = make(item);
    return {
      node,
      update: (now) => {
        const [what, more, button] = draw(now);
        write(text, what);
        write(aside, more);
        const pressable = node.querySelector('button');
        if (pressable) pressable.hidden = !button;
      },
    };
  });
  return (items) => {
    render(items);
    list.classList.toggle('empty', items.length === 0);
  };
}

/* Users */

let latest;

const nameOf = (id) => latest.users.find((user) => user.id === id)?.nickname || id;
const operatorOf = (id) => latest.devices.find((device) => device.ownerId === id)?.operatorName ?? `门店 ${id}`;
const timeOf = (at) => new Date(at).toLocaleTimeString('zh-CN', { timeZone: CHINA, hour12: false });

function linkFor({ entryLink }, sno) {
  const address = new URL(entryLink, location.origin);
  if (sno) address.searchParams.set('sno', sno);
  if (inBrowser.checked) address.searchParams.set('weixin', 'off');
  else if (document.cookie.includes('weixin=off')) address.searchParams.set('weixin', 'on');
  return address.pathname + address.search;
}

function userCard(user) {
  const device = element('select', { 'aria-label': `${user.nickname || user.id} 扫哪台设备的码` });
  device.append(new Option('先不扫码', ''));
  for (const { sno, name, shows } of latest.devices.slice(0, DEVICES_SHOWN))
    device.append(new Option(`${name}（${shows}）`, sno));
  const enter = element('a', { class: 'button', target: '_blank', rel: 'noreferrer' }, '进入');
  const mobile = element('span', { class: 'aside' });
  const node = element(
    'li',
    { class: 'card user' },
    element('h3', {}, user.nickname || '未命名'),
    element('p', { class: 'role' }, user.role),
    mobile,
    device,
    enter,
  );
  return {
    node,
    update: (now) => {
      write(mobile, now.mobile || '未绑定手机号');
      enter.setAttribute('href', linkFor(now, device.value));
    },
  };
}

/* Devices */

function toggle(text, sno, field, words) {
  const input = element('input', {
    type: 'checkbox',
    role: 'switch',
    onchange: () =>
      change(`${sno}：${words[Number(input.checked)]}`, 'POST', `device/${sno}`, { [field]: input.checked }),
  });
  return { input, label: element('label', { class: 'switch' }, input, element('span', {}, text)) };
}

function doing({ OnOff, Function: chosen, WortTime, UseTime }) {
  return OnOff ? `${FUNCTIONS[chosen] ?? '量子'} · 已用 ${UseTime} / ${WortTime} 分钟` : '没有在运行';
}

function deviceCard({ sno, name, area, operatorName, shows }) {
  const chip = element('span', { class: 'chip' });
  const activity = element('span', {});
  const bar = element('progress', { 'aria-label': `${name} 的进度`, max: '1' });
  const raw = element('code', {});
  const switches = {
    online: toggle('在线', sno, 'online', ['断开了', '连上了']),
    locked: toggle('锁定', sno, 'locked', ['解锁了', '锁定了']),
    silent: toggle('不上报', sno, 'silent', ['又上报了', '只听命令，不再上报']),
  };
  const node = element(
    'li',
    { class: 'card device' },
    element(
      'a',
      { class: 'qr', href: `/__sandbox/qr/${sno}.png`, download: `${sno}.png`, title: '下载二维码图片' },
      element('img', {
        src: `/__sandbox/qr/${sno}.svg`,
        alt: `${name} 的二维码`,
        width: '112',
        height: '112',
        loading: 'lazy',
      }),
    ),
    element(
      'div',
      { class: 'facts' },
      element('h3', {}, name, ' ', chip),
      element('p', { class: 'role' }, shows),
      element('p', { class: 'aside' }, `${sno} · ${area ?? ''} · ${operatorName ?? ''}`),
      element('p', { class: 'activity' }, activity, bar),
    ),
    element(
      'div',
      { class: 'switches', role: 'group', 'aria-label': name },
      ...Object.values(switches).map(({ label }) => label),
    ),
    element('details', {}, element('summary', {}, '数据点'), raw),
  );
  return {
    node,
    update: ({ status, attrs, ...now }) => {
      const [word, tone] = STATUSES[status] ?? [status, 'busy'];
      write(chip, word);
      chip.className = `chip ${tone}`;
      write(activity, doing(attrs));
      bar.hidden = !attrs.OnOff;
      bar.value = attrs.WortTime > 0 ? attrs.UseTime / attrs.WortTime : 0;
      write(
        raw,
        Object.entries(attrs)
          .map(([point, value]) => `${point} ${value}`)
          .join('  '),
      );
      for (const [field, { input }] of Object.entries(switches)) input.checked = Boolean(now[field]);
    },
  };
}

/* Other sections */

const yuan = (amount) => `¥${Number(amount).toFixed(2)}`;

const renderUsers = listIn(byId('users'), ({ id }) => id, userCard);
const renderDevices = listIn(byId('devices'), ({ sno }) => sno, deviceCard);
const renderCodes = linesIn(
  'codes',
  ({ mobile }) => mobile,
  ({ mobile, code }) => [code, mobile],
);
const renderWallets = linesIn(
  'wallets',
  (card) => `${card.userId}/${card.operatorId}`,
  ({ userId, operatorId, uses }) => [`${nameOf(userId)} 剩 ${uses} 次`, operatorOf(operatorId)],
);
const renderShares = linesIn(
  'shares',
  (share) => `${share.sno}/${share.mobile}`,
  ({ sno, mobile }) => [sno, mobile],
);
const renderFaults = linesIn(
  'faults',
  (fault, place) => `${place} ${JSON.stringify(fault)}`,
  ({ path, kind, times }) => [`${path} ${kind}`, `还有 ${times} 次`],
);
const renderLatest = linesIn(
  'latest',
  ({ at, what, detail }) => `${at} ${what} ${detail}`,
  ({ at, what, detail }) => [EFFECTS[what] ?? what, `${detail} · ${timeOf(at)}`],
);
const renderOrders = linesIn(
  'orders',
  ({ number }) => number,
  (order) => [
    `${order.status} · ${yuan(order.yuan)} · ${order.planName}`,
    `${KINDS[order.kind] ?? order.kind} ${order.number} · ${nameOf(order.userId)}`,
    UNPAID.has(order.status),
  ],
  ({ number }) =>
    element(
      'button',
      { type: 'button', onclick: () => change(`${number} 付过了`, 'POST', `order/${number}/pay`, {}) },
      '客户付款',
    ),
);

const renderEffects = listIn(
  byId('effects'),
  ([name]) => name,
  ([name]) => {
    const count = element('dd', {});
    return {
      node: element('div', {}, element('dt', {}, EFFECTS[name] ?? name), count),
      update: ([, value]) => write(count, String(value)),
    };
  },
);

const paymentForm = byId('payment');
let paymentShown;

/* Shows settings that another page changed, but does not overwrite a control that the user is editing. */
function renderPayment(payment) {
  const said = JSON.stringify(payment ?? null);
  if (said === paymentShown) return;
  paymentShown = said;
  paymentForm.elements.next.value = payment?.next ?? '';
  paymentForm.elements.settles.checked = payment?.settles ?? true;
  paymentForm.elements.delayMs.value = String(payment?.delayMs ?? 0);
}

/* Passes the world's time to the open pages. */
const pages = typeof BroadcastChannel === 'function' ? new BroadcastChannel('sandbox-clock') : undefined;
let asked = 0;

async function refresh() {
  asked += 1;
  const turn = asked;
  try {
    const [state, effects] = await Promise.all([ask('GET', 'state'), ask('GET', 'effects')]);
    if (turn !== asked) return;
    latest = state;
    const now = new Date(state.now);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
    pages?.postMessage(state.now - Date.now());
    write(byId('now'), now.toLocaleString('zh-CN', { timeZone: CHINA, hour12: false }));
    byId('now').dateTime = now.toISOString();
    renderUsers(state.users);
    renderDevices(state.devices.slice(0, DEVICES_SHOWN));
    const left = state.devices.length - DEVICES_SHOWN;
    write(byId('more-devices'), left > 0 ? `还有 ${left} 台没有列出` : '');
    renderLatest((state.latest ?? []).slice(0, HAPPENINGS_SHOWN));
    renderCodes(state.codes ?? []);
    renderWallets(state.wallets ?? []);
    renderShares(state.shares ?? []);
    renderFaults(state.faults ?? []);
    renderOrders(state.orders.toReversed());
    renderEffects(Object.entries(effects).filter(([name]) => name in EFFECTS));
    renderPayment(state.payment);
    byId('trouble').hidden = true;
  } catch (thrown) {
    if (turn !== asked) return;
    write(byId('trouble'), `沙盒没有应答，下面的内容可能过时了（${thrown.message}）`);
    byId('trouble').hidden = false;
  }
}

/* Buttons and forms */

for (const button of document.querySelectorAll('[data-advance]')) {
  const ms = Number(button.dataset.advance);
  button.addEventListener('click', () =>
    change(`时间拨快了 ${button.textContent.replace('+', '')}`, 'POST', 'clock', { advanceMs: ms }),
  );
}
byId('reset').addEventListener('click', () => {
  if (confirm('全部重来？演示的订单、租赁和设备状态都会回到开头。')) change('一切从头开始', 'POST', 'reset', {});
});
byId('mend').addEventListener('click', () => change('故障都修好了', 'DELETE', 'faults'));
for (const type of ['input', 'change']) document.addEventListener(type, () => latest && renderUsers(latest.users));

paymentForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const { next, settles, delayMs } = paymentForm.elements;
  const setting =
    next.value === '' ? {} : { next: next.value, settles: settles.checked, delayMs: Number(delayMs.value) || 0 };
  paymentShown = undefined;
  change('支付方式改好了', 'POST', 'payment', setting);
});
byId('fault').addEventListener('submit', (event) => {
  event.preventDefault();
  const { path, kind, times } = event.target.elements;
  change(`${path.value} 会出故障`, 'POST', 'faults', {
    path: path.value.trim(),
    kind: kind.value,
    times: Number(times.value) || 1,
  });
});

setInterval(() => document.hidden || refresh(), POLL);
document.addEventListener('visibilitychange', () => document.hidden || refresh());
refresh();
