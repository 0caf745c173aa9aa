import { Problem } from '../core/problem.ts';

/** No answer of this server comes near it; a longer one is not read to its end. */
export const BODY_LIMIT = 8 * 1024 * 1024;

/** The text of an answer; the Problem `parse` where it is longer than the limit. */
export async function readBody(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length')) > BODY_LIMIT) throw tooLong();
  if (typeof response.body?.getReader !== 'function') return readWhole(response);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > BODY_LIMIT) throw tooLong();
    text += decoder.decode(value, { stream: true });
  }
}

/** Node's fetch has no reader, but counts by itself (its `size` option). */
async function readWhole(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (thrown) {
    throw (thrown as { type?: unknown }).type === 'max-size' ? tooLong() : thrown;
  }
}

function tooLong(): Problem {
  return new Problem('parse', { message: `the answer is longer than ${BODY_LIMIT} bytes` });
}
