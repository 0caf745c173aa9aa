/* The payment sheet's next answers, and faults of the API and the device channel. */

import { byId, linesIn } from '../dom.js';
import { change, onWorld } from '../world.js';
import { words } from '../words.js';

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

export function startFaults() {
  const renderFaults = linesIn(
    'faults',
    (fault, place) => `${place} ${JSON.stringify(fault)}`,
    ({ path, kind, times }) => [`${path} ${kind}`, words().panel.timesLeft(times)],
  );
  onWorld(({ faults, payment }) => {
    renderFaults(faults);
    renderPayment(payment);
  }, byId('view-panel'));
  paymentForm.addEventListener('submit', (event) => {
    event.preventDefault();
    const { next, settles, delayMs } = paymentForm.elements;
    const setting =
      next.value === '' ? {} : { next: next.value, settles: settles.checked, delayMs: Number(delayMs.value) || 0 };
    paymentShown = undefined;
    void change(words().panel.paymentSet, 'POST', 'payment', setting);
  });
  byId('fault').addEventListener('submit', (event) => {
    event.preventDefault();
    const { path, kind, times } = event.target.elements;
    void change(words().panel.faultSet(path.value), 'POST', 'faults', {
      path: path.value.trim(),
      kind: kind.value,
      times: Number(times.value) || 1,
    });
  });
  byId('mend').addEventListener('click', () => change(words().panel.mended, 'DELETE', 'faults'));
}
