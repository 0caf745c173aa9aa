/* A simulated WeChat: defines WeixinJSBridge and shows its sheets. A classic script that runs before all others. */
(function () {
  'use strict';
  if (window.WeixinJSBridge) return;

  const SERVER = '/__sandbox/';
  const SHEET_FIELDS = ['appId', 'timeStamp', 'nonceStr', 'package', 'signType', 'paySign'];
  const DONE_AT_ONCE = new Set([
    'hideOptionMenu',
    'showOptionMenu',
    'hideToolbar',
    'showToolbar',
    'hideAllNonBaseMenuItem',
    'showAllNonBaseMenuItem',
    'shareTimeline',
    'sendAppMessage',
    'shareQQ',
    'shareQZone',
    'shareWeiboApp',
  ]);
  const isIphone = () => /iphone|ipad/i.test(navigator.userAgent);
  const isAndroid = () => /android/i.test(navigator.userAgent);

  /* Requests */

  async function ask(path, body) {
    const response = await fetch(
      SERVER + path,
      body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    );
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error || answer.message || `HTTP ${response.status}`);
    return answer;
  }

  const moveMoney = (sheet) => ask('weixin/pay', { package: sheet });

  /* Rendering */

  /* The sheets follow the language of the page. */
  const inLanguage = (chinese, english) => (document.documentElement.lang === 'en' ? english : chinese);

  function element(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'onclick') node.addEventListener('click', value);
      else if (value !== undefined) node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  }

  const button = (look, data, onclick, ...children) =>
    element('button', { type: 'button', class: `weixin-${look}`, ...data, onclick }, ...children);

  /* Events on one of WeChat's sheets do not reach the page behind it. */
  const OWN_EVENTS = [
    'pointerdown',
    'pointerup',
    'mousedown',
    'mouseup',
    'touchstart',
    'touchend',
    'click',
    'focusin',
    'focusout',
  ];
  let open;

  for (const type of ['keydown', 'keyup']) {
    window.addEventListener(type, (event) => open && open.contains(event.target) && event.stopPropagation(), true);
  }

  /* Shows a sheet until `close` is called. Escape calls `onLeave`. */
  function show({ look, name, children, focus, onLeave }) {
    const before = document.activeElement;
    const sheet = element(
      'dialog',
      { class: `weixin-sheet weixin-${look}`, role: 'dialog', 'aria-modal': 'true', 'aria-label': name },
      ...children,
    );
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

  const shortOfMoney = () =>
    inLanguage('银行卡余额不足，请更换支付方式', 'Not enough money. Please pay in another way');
  let paying = false;

  async function pay(fields, answer) {
    const missing = SHEET_FIELDS.find((name) => typeof fields[name] !== 'string' || fields[name] === '');
    if (missing) return answer(paid('fail', `调用支付JSAPI缺少参数：${missing}`));
    if (!fields.package.startsWith('prepay_id=')) return answer(paid('fail', '缺少参数 prepay_id'));
    if (paying) return answer(paid('fail', '上一笔支付尚未结束'));
    paying = true;
    try {
      const { payment } = await ask('weixin/setting');
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
    return next === 'fail' ? paid('fail', shortOfMoney()) : paid(next);
  }

  async function payByHand(sheet) {
    const { title, number, yuan } = await ask(`weixin/sheet?package=${encodeURIComponent(sheet)}`);
    const said = await askPerson({ title, number, yuan: Number(yuan) });
    if (said === 'fail') return paid('fail', shortOfMoney());
    if (said === 'pay') await moveMoney(sheet);
    return paid(said === 'pay' ? 'ok' : 'cancel');
  }

  function askPerson({ title, number, yuan }) {
    return new Promise((resolve) => {
      const say = (what) => () => {
        close();
        resolve(what);
      };
      const confirm = button('go', { 'data-weixin': 'pay' }, say('pay'), inLanguage('确认支付', 'Pay now'));
      const close = show({
        look: 'payment',
        name: inLanguage('微信支付', 'WeChat Pay'),
        focus: confirm,
        onLeave: say('cancel'),
        children: [
          element(
            'header',
            { class: 'weixin-bar' },
            button(
              'leave',
              { 'data-weixin': 'cancel', 'aria-label': inLanguage('取消支付', 'Cancel the payment') },
              say('cancel'),
              inLanguage('取消', 'Cancel'),
            ),
            element('h2', { class: 'weixin-title' }, inLanguage('微信支付', 'WeChat Pay')),
          ),
          element('p', { class: 'weixin-what' }, title),
          element('p', { class: 'weixin-amount' }, `¥${yuan.toFixed(2)}`),
          element(
            'dl',
            { class: 'weixin-rows' },
            element('div', {}, element('dt', {}, inLanguage('订单号', 'Order number')), element('dd', {}, number)),
            element(
              'div',
              {},
              element('dt', {}, inLanguage('支付方式', 'Paid from')),
              element('dd', {}, inLanguage('零钱', 'Balance')),
            ),
          ),
          confirm,
          button(
            'plain',
            { 'data-weixin': 'fail' },
            say('fail'),
            inLanguage('让这次支付失败', 'Let this payment fail'),
          ),
          element(
            'p',
            { class: 'weixin-note' },
            inLanguage('这是沙盒里的支付页面，不会真的扣款', 'The sandbox simulates this payment. No money is charged'),
          ),
        ],
      });
    });
  }

  /* Scanner */

  async function scan({ needResult }, answer) {
    let text;
    try {
      text = await askForCode(await ask('weixin/setting'));
    } catch (thrown) {
      return answer({ err_msg: `scanQRCode:fail_${thrown.message}` });
    }
    if (text === undefined) return answer({ err_msg: 'scanQRCode:cancel' });
    if (Number(needResult) !== 1) return answer({ err_msg: 'scanQRCode:ok' });
    answer({
      err_msg: 'scanQRCode:ok',
      resultStr: isIphone() ? JSON.stringify({ scan_code: { scan_result: text } }) : text,
    });
  }

  function askForCode({ devices }) {
    return new Promise((resolve) => {
      const say = (text) => {
        close();
        resolve(text);
      };
      const leave = button('leave', { 'data-weixin': 'close' }, () => say(undefined), inLanguage('关闭', 'Close'));
      const typed = element('input', {
        class: 'weixin-input',
        'data-weixin': 'code',
        type: 'text',
        autocomplete: 'off',
        autocapitalize: 'off',
        id: 'weixin-code',
      });
      const form = element(
        'form',
        { class: 'weixin-typed' },
        element('label', { for: 'weixin-code' }, inLanguage('或输入码里的文字', 'Or enter the text of a code')),
        typed,
        element('button', { type: 'submit', class: 'weixin-go', 'data-weixin': 'scan' }, inLanguage('识别', 'Scan')),
      );
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        if (typed.value === '') typed.focus();
        else say(typed.value);
      });
      const codes = devices.map(({ sno, name, shows }) =>
        element(
          'li',
          {},
          button(
            'code',
            { 'data-weixin-sno': sno },
            () => say(`https://example.org/d?sno=${encodeURIComponent(sno)}`),
            element('strong', {}, name),
            element('span', {}, sno),
            element('small', {}, inLanguage(shows, '')),
          ),
        ),
      );
      const close = show({
        look: 'scanner',
        name: inLanguage('扫一扫', 'Scan'),
        focus: leave,
        onLeave: () => say(undefined),
        children: [
          element(
            'header',
            { class: 'weixin-bar' },
            leave,
            element('h2', { class: 'weixin-title' }, inLanguage('扫一扫', 'Scan')),
          ),
          element(
            'p',
            { class: 'weixin-hint' },
            inLanguage('选一台设备，就像扫到了它的二维码', 'Choose a device, as if you had scanned its QR code'),
          ),
          element('ul', { class: 'weixin-codes' }, ...codes),
          form,
        ],
      });
    });
  }

  /* The menu at the top right */

  const ENTRIES = [
    { item: 'menuItem:share:appMessage', name: 'send', words: ['发送给朋友', 'Send to Chat'] },
    { item: 'menuItem:share:timeline', name: 'timeline', words: ['分享到朋友圈', 'Share on Moments'] },
  ];
  const hidden = new Set();
  /* Until the page provides a link, the menu sends the entry address, whatever screen is shown. */
  const entered = location.href;
  const cards = { send: { title: document.title, link: entered }, timeline: { title: document.title, link: entered } };
  let opener;

  const offer = (name) => (fields, answer) => {
    const { title, desc, link, imgUrl } = fields;
    const call = name === 'send' ? 'updateAppMessageShareData' : 'updateTimelineShareData';
    const isOfThePage = String(link).startsWith(`${location.origin}/`);
    if (!isOfThePage || typeof title !== 'string' || title === '')
      return answer({ err_msg: `${call}:fail_invalid link` });
    cards[name] = { title, desc, link, imgUrl };
    showOpener();
    answer({ err_msg: `${call}:ok` });
  };

  const changeEntries =
    (call, change) =>
    ({ menuList = [] }, answer) => {
      for (const item of menuList) change(item);
      answer({ err_msg: `${call}:ok` });
    };

  /* WeChat has a bar above the page for this button. Here the button covers the page, so it appears only while the menu sends another link than the page's start address. */
  function showOpener() {
    const isWanted = cards.send.link !== document.baseURI;
    if (!opener && isWanted) {
      opener = button('menu', { 'data-weixin': 'menu', 'aria-hidden': 'true', tabindex: '-1' }, showMenu, '···');
      for (const type of OWN_EVENTS) opener.addEventListener(type, (event) => event.stopPropagation());
      document.body.append(opener);
    } else if (opener && !isWanted) {
      opener.remove();
      opener = undefined;
    }
  }

  function showMenu() {
    if (open) return;
    const entries = ENTRIES.filter(({ item }) => !hidden.has(item)).map(({ name, words }) =>
      button(
        'plain weixin-entry',
        { 'data-weixin': name },
        () => {
          close();
          void showSent(cards[name]);
        },
        inLanguage(...words),
      ),
    );
    const leave = button('plain', { 'data-weixin': 'close' }, () => close(), inLanguage('取消', 'Cancel'));
    const close = show({
      look: 'payment',
      name: inLanguage('更多', 'More'),
      focus: entries[0] || leave,
      onLeave: () => close(),
      children: [element('h2', { class: 'weixin-title' }, inLanguage('更多', 'More')), ...entries, leave],
    });
  }

  /* Shows the message that the friend receives, and a link for each demo user who may open it, with the parameters that WeChat's official account adds for that user. */
  async function showSent({ title, desc, link, imgUrl }) {
    const { users } = await ask('state');
    const friends = users.map(({ id, role, entryLink }) => {
      const address = new URL(link);
      for (const [name, value] of new URL(entryLink, location.origin).searchParams)
        address.searchParams.set(name, value);
      return element(
        'a',
        { class: 'weixin-code', 'data-weixin-friend': id, href: address.href, target: '_blank', rel: 'noopener' },
        element('strong', {}, id),
        element('span', {}, inLanguage('打开', 'Open')),
        element('small', {}, role),
      );
    });
    const done = button('go', { 'data-weixin': 'close' }, () => close(), inLanguage('完成', 'Done'));
    const close = show({
      look: 'payment',
      name: inLanguage('已发送', 'Sent'),
      focus: done,
      onLeave: () => close(),
      children: [
        element('h2', { class: 'weixin-title' }, inLanguage('已发送', 'Sent')),
        element(
          'dl',
          { class: 'weixin-rows' },
          element('div', {}, element('dt', {}, inLanguage('标题', 'Title')), element('dd', {}, title)),
          element(
            'div',
            {},
            element('dt', {}, inLanguage('说明', 'Description')),
            element('dd', {}, desc || inLanguage('无', 'none')),
          ),
          element('div', {}, element('dt', {}, inLanguage('图片', 'Picture')), element('dd', {}, pictureOf(imgUrl))),
          element(
            'div',
            {},
            element('dt', {}, inLanguage('链接', 'Link')),
            element('dd', { 'data-weixin': 'link' }, link),
          ),
        ),
        done,
        element(
          'p',
          { class: 'weixin-note' },
          inLanguage(
            '沙盒里的好友，点一位就像在其手机上打开',
            'Friends in the sandbox: tap one to open the link as on their phone',
          ),
        ),
        element('div', { class: 'weixin-codes' }, ...friends),
      ],
    });
  }

  const pictureOf = (imgUrl) =>
    imgUrl
      ? element('img', { 'data-weixin': 'picture', src: imgUrl, alt: '', width: '72', height: '72' })
      : inLanguage('无', 'none');

  /* Other calls of the bridge */

  function closeWindow(_fields, answer) {
    answer({ err_msg: 'close_window:ok' });
    if (open) return;
    const stay = button('go', { 'data-weixin': 'close' }, () => close(), inLanguage('回到页面', 'Back to the page'));
    const close = show({
      look: 'payment',
      name: inLanguage('页面已关闭', 'The page is closed'),
      focus: stay,
      onLeave: () => close(),
      children: [
        element('h2', { class: 'weixin-title' }, inLanguage('页面已关闭', 'The page is closed')),
        element(
          'p',
          { class: 'weixin-hint' },
          inLanguage('在微信里，这时会回到公众号', 'In WeChat, the official account would be shown now'),
        ),
        stay,
      ],
    });
  }

  function verify(fields, answer) {
    const { verifyAppId, verifyTimestamp, verifyNonceStr, verifySignature } = fields;
    const signed = [verifyAppId, verifyTimestamp, verifyNonceStr, verifySignature].every(
      (value) => typeof value === 'string' && value !== '',
    );
    answer({
      err_msg: signed && /^\d+$/.test(verifyTimestamp) ? 'preVerifyJSAPI:ok' : 'preVerifyJSAPI:fail_invalid signature',
    });
  }

  function checkApis({ jsApiList = [] }, answer) {
    const result = Object.fromEntries(jsApiList.map((name) => [name, calls.has(name) || DONE_AT_ONCE.has(name)]));
    answer({ err_msg: 'checkJsApi:ok', checkResult: isAndroid() ? JSON.stringify(result) : result });
  }

  const calls = new Map(
    Object.entries({
      preVerifyJSAPI: verify,
      checkJsApi: checkApis,
      getBrandWCPayRequest: pay,
      scanQRCode: scan,
      closeWindow,
      updateAppMessageShareData: offer('send'),
      updateTimelineShareData: offer('timeline'),
      hideMenuItems: changeEntries('hideMenuItems', (item) => hidden.add(item)),
      showMenuItems: changeEntries('showMenuItems', (item) => hidden.delete(item)),
      /* Refuses the call, so that the official script sends no telemetry to the internet. */
      getNetworkType: (_fields, answer) => answer({ err_msg: 'network_type:fail' }),
    }),
  );

  function invoke(name, fields, callback) {
    const answer = (result) => setTimeout(() => typeof callback === 'function' && callback(result));
    if (calls.has(name)) calls.get(name)(fields || {}, answer);
    else if (DONE_AT_ONCE.has(name)) answer({ err_msg: `${name}:ok` });
    else {
      window.reportError(new Error(`the sandbox's WeixinJSBridge does not know ${name}`));
      answer({ err_msg: `${name}:fail` });
    }
  }

  window.WeixinJSBridge = {
    invoke,
    call: (name) => invoke(name),
    /* The menu emits no event: the page provided its link before. */
    on: () => {},
  };

  function getReady() {
    document.head.append(element('link', { rel: 'stylesheet', href: '/__sandbox/weixin.css' }));
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', getReady, { once: true });
  else getReady();
})();
