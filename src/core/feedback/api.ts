import * as v from 'valibot';
import { nothing } from '../api/decoders.ts';
import { endpoint } from '../api/endpoint.ts';

export const createFeedback = endpoint({
  name: 'feedback.createFeedback',
  path: '/feedback/create',
  kind: 'write',
  request: v.object({ content: v.string(), phone: v.optional(v.string()), file: v.array(v.string()) }),
  encode: ({ content, phone }: { content: string; phone?: string }) => ({ content, phone, file: [] }),
  answer: nothing,
});
