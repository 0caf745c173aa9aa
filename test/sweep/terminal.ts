import { type Ended, SIGNED_IN, Terminal } from '../cli/terminal.ts';
import { answersWell } from '../cli/well-behaved-server.ts';
import { misshapen } from '../helpers/fake-server.ts';
import { answerOf } from './variations.ts';
import { type Answers, type SweptCall, WORLD } from './world.ts';

/** A command with what the server says to it. */
export interface Command {
  words: string;
  says?: Answers;
}

/** Runs a command with these answers, as JSON and for people. */
export async function run(
  { words, says }: Command,
  answers: Answers = {},
): Promise<{ json: Ended; text: Ended; called: string[] }> {
  const terminal = new Terminal();
  answersWell(terminal.http);
  for (const [call, wire] of Object.entries({ ...WORLD, ...says, ...answers }))
    terminal.http.reply(answerOf(call as SweptCall), misshapen(wire));
  try {
    const json = await terminal.physio([...words.split(' '), '--json'], SIGNED_IN);
    const text = await terminal.physio(words.split(' '), SIGNED_IN);
    return { json, text, called: terminal.http.called() };
  } finally {
    terminal.close();
  }
}
