/* A messaging app for the page to stand in: defines WeixinJSBridge and shows its sheets. Plain script, before everything else. */
(function () {
  'use strict';
  if (window.WeixinJSBridge) return;

  const SERVER = '/__sandbox/weixin/';
  const SHEET_FIELDS = ['appId', 'timeStamp', 'nonceStr', 'package', 'signType', 'paySign'];
  const DONE_AT_ONCE = new Set([
    'hideOptionMenu', 'showOptionMenu', 'hideToolbar', 'showToolbar', 'hideMenuItems', 'showMenuItems',
    'hideAllNonBaseMenuItem', 'showAllNonBaseMenuItem', 'shareTimeline', 'sendAppMessage', 'shareQQ', 'shareQZone', 'shareWeiboApp',
    'updateAppMessageShareData', 'updateTimelineShareData',
  ]);
  const isIphone = () => /iphone|ipad/i.test(navigator.userAgent);
  const isAndroid = () => /android/i.test(navigator.userAgent);

  /* The server's side */

  async function ask(path, body) {
    const response = await fetch(SERVER + path, body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error || answer.message || `HTTP ${response.status}`);
    return answer;
  }

  const moveMoney = (sheet) => ask('pay', { package: sheet });

  /* Drawing */

  function element(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'onclick') node.addEventListener('click', value);
      else if (value !== undefined) node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  }

  const button = (look, data, onclick, ...children) => element('button', { type: 'button', class: `weixin-${look}`, ...data, onclick }, ...children);

  /* The page behind a sheet of WeChat's notices nothing of what is done on it. */
  const OWN_EVENTS = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click', 'focusin', 'focusout'];
  let open;

  for (const type of ['keydown', 'keyup']) {
    window.addEventListener(type, (event) => open && open.contains(event.target) && event.stopPropagation(), true);
  }

  /* Shows a sheet until `close` is called; leaving it by Escape is `onLeave`. */
  function show({ look, name, children, focus, onLeave }) {
    const before = document.activeElement;
    const sheet = element('dialog', { class: `weixin-sheet weixin-${look}`, role: 'dialog', 'aria-modal': 'true', 'aria-label': name }, ...children);
    for (const type of OWN_EVENTS) sheet.addEventListener(type, (event) => event.stopPropagation());
    sheet.addEventListener('cancel', (event) => {
      event.preventDefault();
      onLeave();
    });
    document.body.append(sheet);
    open = sheet;
    sheet.showModal();
    focus.focus();
    return function close() {
      if (open !== sheet) return;
      open = undefined;
      sheet.close();
      sheet.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }

  /* Payment */

  const paid = (result, description) => ({
    err_msg: `get_brand_wcpay_request:${result}`,
    ...(description === undefined ? {} : { err_desc: description }),
  });

  const SHORT_OF_MONEY = '银行卡余额不足，请更换支付方式';
  let paying = false;

  async function pay(fields, answer) {
    const missing = SHEET_FIELDS.find((name) => typeof fields[name] !== 'string' || fields[name] === '');
    if (missing) return answer(paid('fail', `调用支付JSAPI缺少参数：${missing}`));
    if (!fields.package.startsWith('prepay_id=')) return answer(paid('fail', '缺少参数 prepay_id'));
    if (paying) return answer(paid('fail', '上一笔支付尚未结束'));
    paying = true;
    try {
      const { payment } = await ask('setting');
      const result = payment ? await payByItself(fields.package, payment) : await payByHand(fields.package);
      if (result) answer(result);
    } catch (thrown) {
      answer(paid('fail', thrown.message));
    } finally {
      paying = false;
    }
  }

  async function payByItself(sheet, { next, settles, delayMs }) {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (settles) await moveMoney(sheet);
    if (next === 'none') return undefined;
    return next === 'fail' ? paid('fail', SHORT_OF_MONEY) : paid(next);
  }

  async function payByHand(sheet) {
    const { title, number, yuan } = await ask(`sheet?package=${encodeURIComponent(sheet)}`);
    const said = await askPerson({ title, number, yuan: Number(yuan) });
    if (said === 'fail') return paid('fail', SHORT_OF_MONEY);
    if (said === 'pay') await moveMoney(sheet);
    return paid(said === 'pay' ? 'ok' : 'cancel');
  }

  function askPerson({ title, number, yuan }) {
    return new Promise((resolve) => {
      const say = (what) => () => {
        close();
        resolve(what);
      };
      const confirm = button('go', { 'data-weixin': 'pay' }, say('pay'), '确认支付');
      const close = show({
        look: 'payment',
        name: '微信支付',
        focus: confirm,
        onLeave: say('cancel'),
        children: [
          element('header', { class: 'weixin-bar' },
            button('leave', { 'data-weixin': 'cancel', 'aria-label': '取消支付' }, say('cancel'), '取消'),
            element('h2', { class: 'weixin-title' }, '微信支付')),
          element('p', { class: 'weixin-what' }, title),
          element('p', { class: 'weixin-amount' }, `¥${yuan.toFixed(2)}`),
          element('dl', { class: 'weixin-rows' },
            element('div', {}, element('dt', {}, '订单号'), element('dd', {}, number)),
            element('div', {}, element('dt', {}, '支付方式'), element('dd', {}, '零钱'))),
          confirm,
          button('plain', { 'data-weixin': 'fail' }, say('fail'), '让这次支付失败'),
          element('p', { class: 'weixin-note' }, '这是沙盒里的支付页面，不会真的扣款'),
        ],
      });
    });
  }

  /* Scanner */

  async function scan({ needResult }, answer) {
    let text;
    try {
      text = await askForCode(await ask('setting'));
    } catch (thrown) {
      return answer({ err_msg: `scanQRCode:fail_${thrown.message}` });
    }
    if (text === undefined) return answer({ err_msg: 'scanQRCode:cancel' });
    if (Number(needResult) !== 1) return answer({ err_msg: 'scanQRCode:ok' });
    answer({ err_msg: 'scanQRCode:ok', resultStr: isIphone() ? JSON.stringify({ scan_code: { scan_result: text } }) : text });
  }

  function askForCode({ devices }) {
    return new Promise((resolve) => {
      const say = (text) => {
        close();
        resolve(text);
      };
      const leave = button('leave', { 'data-weixin': 'close' }, () => say(undefined), '关闭');
      const typed = element('input', { class: 'weixin-input', 'data-weixin': 'code', type: 'text', autocomplete: 'off', autocapitalize: 'off', id: 'weixin-code' });
      const form = element('form', { class: 'weixin-typed' },
        element('label', { for: 'weixin-code' }, '或输入码里的文字'),
        typed,
        element('button', { type: 'submit', class: 'weixin-go', 'data-weixin': 'scan' }, '识别'));
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        if (typed.value === '') typed.focus();
        else say(typed.value);
      });
      const codes = devices.map(({ sno, name, shows }) =>
        element('li', {},
          button('code', { 'data-weixin-sno': sno }, () => say(`https://example.org/d?sno=${encodeURIComponent(sno)}`),
            element('strong', {}, name),
            element('span', {}, sno),
            element('small', {}, shows))));
      const close = show({
        look: 'scanner',
        name: '扫一扫',
        focus: leave,
        onLeave: () => say(undefined),
        children: [
          element('header', { class: 'weixin-bar' }, leave, element('h2', { class: 'weixin-title' }, '扫一扫')),
          element('p', { class: 'weixin-hint' }, '选一台设备，就像扫到了它的二维码'),
          element('ul', { class: 'weixin-codes' }, ...codes),
          form,
        ],
      });
    });
  }

  /* The rest of what a page may ask */

  function closeWindow(_fields, answer) {
    answer({ err_msg: 'close_window:ok' });
    if (open) return;
    const stay = button('go', { 'data-weixin': 'close' }, () => close(), '回到页面');
    const close = show({
      look: 'payment',
      name: '页面已关闭',
      focus: stay,
      onLeave: () => close(),
      children: [
        element('h2', { class: 'weixin-title' }, '页面已关闭'),
        element('p', { class: 'weixin-hint' }, '在微信里，这时会回到公众号'),
        stay,
      ],
    });
  }

  function verify(fields, answer) {
    const { verifyAppId, verifyTimestamp, verifyNonceStr, verifySignature } = fields;
    const signed = [verifyAppId, verifyTimestamp, verifyNonceStr, verifySignature].every((value) => typeof value === 'string' && value !== '');
    answer({ err_msg: signed && /^\d+$/.test(verifyTimestamp) ? 'preVerifyJSAPI:ok' : 'preVerifyJSAPI:fail_invalid signature' });
  }

  function checkApis({ jsApiList = [] }, answer) {
    const result = Object.fromEntries(jsApiList.map((name) => [name, calls.has(name) || DONE_AT_ONCE.has(name)]));
    answer({ err_msg: 'checkJsApi:ok', checkResult: isAndroid() ? JSON.stringify(result) : result });
  }

  const calls = new Map(Object.entries({
    preVerifyJSAPI: verify,
    checkJsApi: checkApis,
    getBrandWCPayRequest: pay,
    scanQRCode: scan,
    closeWindow,
    /* Refused, so that the official script sends no report of its own to the internet. */
    getNetworkType: (_fields, answer) => answer({ err_msg: 'network_type:fail' }),
  }));

  function invoke(name, fields, callback) {
    const answer = (result) => setTimeout(() => typeof callback === 'function' && callback(result));
    if (calls.has(name)) calls.get(name)(fields || {}, answer);
    else if (DONE_AT_ONCE.has(name)) answer({ err_msg: `${name}:ok` });
    else {
      window.reportError(new Error(`WeixinJSBridge of the sandbox does not know ${name}`));
      answer({ err_msg: `${name}:fail` });
    }
  }

  window.WeixinJSBridge = {
    invoke,
    call: (name) => invoke(name),
    /* What a person does in WeChat's own menu: there is no such menu here, so nothing of it ever happens. */
    on: () => {},
  };

  function getReady() {
    document.head.append(element('link', { rel: 'stylesheet', href: '/__sandbox/weixin.css' }));
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', getReady, { once: true });
  else getReady();
})();
