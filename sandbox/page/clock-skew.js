/* Shifts this page's Date by the skew of the sandbox's clock, at load and after each change on the control page. A classic script that runs before all others. */
(function () {
  'use strict';
  const SAME = 1_000;
  const RealDate = Date;
  let skew = 0;
  let wokenAt = 0;

  function move(ms) {
    if (Math.abs(ms - skew) < SAME) return;
    if (window.Date === RealDate) {
      const now = () => RealDate.now() + skew;
      window.Date = new Proxy(RealDate, {
        construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
        apply: () => new RealDate(now()).toString(),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      });
    }
    skew = ms;
  }

  move(Number('{skew}'));
  wokenAt = skew;
  if (typeof BroadcastChannel !== 'function') return;
  new BroadcastChannel('sandbox-clock').addEventListener('message', ({ data }) => {
    move(data.skew);
    if (data.isAhead || Math.abs(skew - wokenAt) < SAME) return;
    wokenAt = skew;
    /* Simulates a phone that wakes up, so that the page reads all state again. */
    document.dispatchEvent(new Event('visibilitychange'));
  });
})();
