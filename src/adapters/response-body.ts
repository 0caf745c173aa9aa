import { Problem } from '../core/problem.ts';

/** No answer of this server comes near it. */
export const BODY_LIMIT = 8 * 1024 * 1024;

/**
 * The text of an answer; the Problem `parse` where it is longer than the limit. Read as a whole: a browser reports an answer
 * that is read piece by piece as an aborted request now and then, although all of it came.
 */
export async function readBody(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length')) > BODY_LIMIT) throw tooLong();
  const text = await response.text().catch((thrown: unknown) => {
    throw isTooLongForNode(thrown) ? tooLong() : thrown;
  });
  if (text.length > BODY_LIMIT) throw tooLong();
  return text;
}

/** Node's fetch counts by itself (its `size` option). */
function isTooLongForNode(thrown: unknown): boolean {
  return (thrown as { type?: unknown } | undefined)?.type === 'max-size';
}

function tooLong(): Problem {
  return new Problem('parse', { message: `the answer is longer than ${BODY_LIMIT} bytes` });
}
