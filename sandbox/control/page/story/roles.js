/* The demo users under the names that README and the terminal use: choosing one enters the app as that user. */

import { byId, listIn, write } from '../dom.js';
import { linkFor } from '../entry-link.js';
import { keepInAddress, language, onLanguage, words } from '../words.js';
import { onWorld, world } from '../world.js';
import { enter, speak } from './phone.js';
import { USER } from './steps.js';

const choice = byId('role');
let chosen = new URL(location.href).searchParams.get('as') ?? USER;
let isEntered = false;

export const currentUser = () => chosen;
const userOf = (id) => world().users.find((user) => user.id === id);

function choose(id) {
  chosen = id;
  keepInAddress('as', id);
  isEntered = false;
  draw();
}

/* Enters only where the phone is seen: entering signs this browser in. */
function enterChosen() {
  if (world().appPath === null || byId('view-story').hidden) return;
  isEntered = true;
  enter(userOf(chosen), { pageType: 'device' });
}

/* Enters as the story's user, as soon as the phone is seen. */
export const returnToStory = () => choose(USER);

const render = listIn(
  choice,
  ({ id }) => id,
  (user) => {
    const node = new Option(user.id, user.id);
    return { node, update: ({ id, nickname }) => write(node, [id, nickname].filter(Boolean).join(' · ')) };
  },
);

function draw() {
  if (!world()) return;
  render(world().users);
  if (!userOf(chosen)) chosen = USER;
  choice.value = chosen;
  const { who, hint } = words().rolesOf(userOf(chosen));
  write(byId('role-who'), who);
  write(byId('role-hint'), hint);
  byId('elsewhere').hidden = chosen === USER;
  byId('steps').hidden = chosen !== USER;
  byId('no-app').hidden = world().appPath !== null;
  byId('open-app').href = linkFor(userOf(chosen), { pageType: 'device', lang: language() });
  if (!isEntered) enterChosen();
}

export function startRoles() {
  choice.addEventListener('change', () => choose(choice.value));
  byId('back-to-story').addEventListener('click', returnToStory);
  onWorld(draw);
  onLanguage(speak);
}
