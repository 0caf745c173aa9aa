import { Problem } from '../../core/problem.ts';

/** In bytes; far more than any response of the API. */
export const BODY_LIMIT = 8 * 1024 * 1024;

/**
 * The text of a response. Rejects with the Problem `parse` if it exceeds the limit. It does not read the body as a stream,
 * because browsers occasionally report a fully received stream as an aborted request.
 */
export async function readBody(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length')) > BODY_LIMIT) throw tooLong();
  const text = await response.text().catch((thrown: unknown) => {
    throw isTooLongForNode(thrown) ? tooLong() : thrown;
  });
  if (text.length > BODY_LIMIT) throw tooLong();
  return text;
}

/** Node's fetch enforces the limit itself (its `size` option). */
function isTooLongForNode(thrown: unknown): boolean {
  return (thrown as { type?: unknown } | undefined)?.type === 'max-size';
}

function tooLong(): Problem {
  return new Problem('parse', { message: `the answer is longer than ${BODY_LIMIT} bytes` });
}
