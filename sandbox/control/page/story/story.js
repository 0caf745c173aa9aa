/* The guided story: one button a step. It follows the true state, whoever changed it. */

import { byId, element, write } from '../dom.js';
import { act, onWorld, refresh, world } from '../world.js';
import { words } from '../words.js';
import { CODE } from './code.js';
import { currentUser, returnToStory } from './roles.js';
import { forget, heading, leave, path } from './phone.js';
import { doStep, endedByItself, obstacle, STEPS, stepsDone, USER } from './steps.js';

const DEADLINE_MS = 25_000;
const LOOKS_EVERY_MS = 40;
const READS_EVERY_MS = 120;

const list = byId('steps');
const again = byId('start-again');

let running;
const fresh = ({ story }) => story.fresh;
/* The last thing to say: a function of the catalogue, so that it follows the language. */
let said = () => '';
let isTrouble = false;

const rows = STEPS.map((id, place) => {
  const title = element('h3', {});
  const button = element('button', { type: 'button', 'data-step': id, onclick: () => press(id) });
  const about = element('p', {});
  const look = element('p', { class: 'look' });
  const code = element('p', { class: 'code' });
  const details = element('div', { class: 'details' }, about, look, code);
  const node = element(
    'li',
    { class: 'step' },
    element('span', { class: 'number', 'aria-hidden': 'true' }, String(place + 1)),
    title,
    button,
    details,
  );
  list.append(node);
  return { id, node, title, button, about, look, code, details };
});

function say(tell, trouble = false) {
  said = tell;
  isTrouble = trouble;
  draw();
}

const codeLinks = (id, label) => [
  label,
  ...CODE[id].flatMap((file) => [
    ' ',
    element('a', { href: `/__sandbox/source/${file}`, target: '_blank', rel: 'noreferrer' }, file),
  ]),
];

let drawn;
let doneBefore = 0;

/* Tells also a step that a person did in the phone, and a change from elsewhere. */
function follow(done) {
  const last = STEPS[done - 1];
  // A state from after a reset may arrive late, and must not replace its message.
  if (!running && done !== doneBefore && (last || said !== fresh)) {
    said = ({ story }) =>
      !last ? '' : done === STEPS.length && endedByItself() ? story.ended : story.steps[last].result;
    isTrouble = false;
  }
  doneBefore = done;
}

function draw() {
  const { story } = words();
  const done = stepsDone();
  follow(done);
  rows.forEach(({ id, node, title, button, about, look, details }, place) => {
    const state = running === id ? 'running' : place < done ? 'done' : place === done ? 'next' : 'later';
    node.className = `step ${state}`;
    if (place === done) node.setAttribute('aria-current', 'step');
    else node.removeAttribute('aria-current');
    const step = story.steps[id];
    write(title, step.title);
    write(button, state === 'done' ? story.done : state === 'running' ? story.working : step.button);
    button.setAttribute('aria-label', `${step.button} (${story.number(place + 1)})`);
    button.setAttribute('aria-disabled', String(state !== 'next'));
    write(about, step.about);
    write(look, `${story.look} ${step.look}`);
    details.hidden = place !== (done < STEPS.length ? done : STEPS.length - 1);
  });
  if (drawn !== story) for (const { id, code } of rows) code.replaceChildren(...codeLinks(id, story.code));
  drawn = story;
  list.setAttribute('aria-busy', String(running !== undefined));
  again.classList.toggle('button', done === STEPS.length);
  const user = currentUser();
  write(byId('story-title'), user === USER ? story.title : story.elsewhere(user));
  byId('intro').hidden = user !== USER;
  const note = byId('told');
  write(note, user === USER || isTrouble ? said(words()) : '');
  note.classList.toggle('trouble', isTrouble);
}

class StartedAgain extends Error {}

/* Waits for a condition of the app and the sandbox. It reads the state more often than an idle page does. */
function untilFor(id) {
  const began = performance.now();
  let readAt = began;
  return async function until(check) {
    for (;;) {
      if (running !== id) throw new StartedAgain();
      const found = check();
      if (found) return found;
      const now = performance.now();
      if (now - began > DEADLINE_MS) throw new Error(words().story.late(heading() || path() || ''));
      if (now - readAt > READS_EVERY_MS) {
        readAt = now;
        await refresh();
      } else await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY_MS));
    }
  };
}

/* What keeps this step from being done now, as a message; undefined if nothing does. */
function hindrance(id) {
  if (!world()) return ({ story }) => `${story.obstacles.noAnswer} ${story.wayOn}`;
  const user = currentUser();
  if (user !== USER) return ({ story }) => story.otherUser(user, USER);
  const done = stepsDone();
  const next = STEPS[done];
  const place = STEPS.indexOf(id);
  if (place < done) return ({ story }) => (next ? story.already(story.steps[next].title) : story.over);
  if (place > done) return ({ story }) => story.first(story.steps[next].title);
  const reason = obstacle(id);
  return reason && (({ story }) => `${story.obstacles[reason]} ${story.wayOn}`);
}

async function press(id) {
  if (running) return say(({ story }) => story.busy(story.steps[running]?.title ?? ''));
  running = id;
  say(({ story }) => story.doing(story.steps[id].title));
  const followsKeyboard = document.activeElement?.dataset.step === id;
  let outcome = ({ story }) => story.steps[id].result;
  let isHindered = false;
  try {
    await refresh();
    const hindered = hindrance(id);
    if (hindered) {
      outcome = hindered;
      isHindered = true;
    } else await doStep(id, untilFor(id));
    if (running !== id) return;
  } catch (thrown) {
    if (thrown instanceof StartedAgain || running !== id) return;
    const { message } = thrown;
    outcome = ({ story }) => `${message} ${story.wayOn}`;
    isHindered = true;
  }
  running = undefined;
  say(outcome, isHindered);
  if (followsKeyboard && !isHindered) (rows[stepsDone()]?.button ?? again).focus({ preventScroll: true });
}

/* Resets the sandbox, and gives the customer a new phone if the story is shown. */
async function startAgain() {
  running = undefined;
  await leave();
  if (!byId('view-story').hidden) forget();
  try {
    await act('POST', 'reset', {});
    say(fresh);
  } catch (thrown) {
    const { message } = thrown;
    say((catalogue) => catalogue.failed(message), true);
  }
  returnToStory();
}

export function startStory() {
  again.addEventListener('click', startAgain);
  byId('reset').addEventListener('click', () => {
    if (confirm(words().clock.resetQuestion)) void startAgain();
  });
  onWorld(draw);
  draw();
}
