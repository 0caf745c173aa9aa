/* The demo users under the names that README and the terminal use: choosing one enters the app as that user. */

import { byId, listIn, write } from '../dom.js';
import { keepInAddress, onLanguage, words } from '../words.js';
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
  choice.value = id;
  keepInAddress('as', id);
  draw();
}

function enterChosen() {
  if (world().appPath === null) return;
  isEntered = true;
  enter(userOf(chosen), { pageType: 'device' });
}

/* Makes the story's user the chosen one, without entering. */
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
  if (!isEntered) enterChosen();
}

export function startRoles() {
  choice.addEventListener('change', () => {
    choose(choice.value);
    enterChosen();
  });
  byId('back-to-story').addEventListener('click', () => {
    choose(USER);
    enterChosen();
  });
  onWorld(draw);
  onLanguage(speak);
}
