/* The state of the sandbox: read once a second, changed through the control API. */

import { byId, write } from './dom.js';
import { onTab } from './tabs.js';
import { onLanguage, words } from './words.js';

const POLL = 1_000;
const SAID_FOR = 6_000;

const listeners = [];
let latest;
let asked = 0;
let removal;

async function ask(method, call, body) {
  const response = await fetch(`/__sandbox/${call}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? answer.message ?? `HTTP ${response.status}`);
  return answer;
}

/* Reads what only one view shows. Throws where the sandbox does not answer. */
export const read = (call) => ask('GET', call);

/* The last state that was read, with the counts of the effects; undefined before the first answer. */
export const world = () => latest;

/* Calls the listener after each answer, and when the language or the tab changes. A listener of a view is called only while that view is shown. */
export function onWorld(listener, view) {
  listeners.push({ listener, view });
}

function tell() {
  if (latest) for (const { listener, view } of listeners) if (!view?.hidden) listener(latest);
}

/* Reads the state. Of several reads at once, only the last counts. */
export async function refresh() {
  asked += 1;
  const turn = asked;
  try {
    const [state, counts] = await Promise.all([ask('GET', 'state'), ask('GET', 'effects')]);
    if (turn !== asked) return;
    latest = { ...state, counts };
    tell();
    byId('trouble').hidden = true;
  } catch (thrown) {
    if (turn !== asked) return;
    write(byId('trouble'), words().silent(thrown.message));
    byId('trouble').hidden = false;
  }
}

/* Sends a change and reads the state. Throws the refusal of the sandbox. */
export async function act(method, call, body) {
  try {
    return await ask(method, call, body);
  } finally {
    await refresh();
  }
}

/* Sends a change that a person asked for in the panel or the header, and says what came of it. */
export async function change(said, method, call, body) {
  let text = said;
  try {
    await act(method, call, body);
  } catch (thrown) {
    text = words().failed(thrown.message);
  }
  byId('said').textContent = text;
  clearTimeout(removal);
  removal = setTimeout(() => (byId('said').textContent = ''), SAID_FOR);
}

export function startPolling() {
  setInterval(() => document.hidden || refresh(), POLL);
  document.addEventListener('visibilitychange', () => document.hidden || refresh());
  onLanguage(tell);
  onTab(tell);
  void refresh();
}
