/* The time of the phone that shows the page: as far ahead as the world's, when the page is loaded and whenever the control page says so. Plain script, before everything else. */
(function () {
  'use strict';
  const SAME = 1_000;
  const RealDate = Date;
  let ahead = 0;

  function move(ms) {
    if (Math.abs(ms - ahead) < SAME) return false;
    if (window.Date === RealDate) {
      const now = () => RealDate.now() + ahead;
      window.Date = new Proxy(RealDate, {
        construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
        apply: () => new RealDate(now()).toString(),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      });
    }
    ahead = ms;
    return true;
  }

  move(Number('{ahead}'));
  if (typeof BroadcastChannel !== 'function') return;
  new BroadcastChannel('sandbox-clock').addEventListener('message', ({ data }) => {
    /* A phone that wakes up after that time: the page looks at everything anew. */
    if (move(data)) document.dispatchEvent(new Event('visibilitychange'));
  });
})();
