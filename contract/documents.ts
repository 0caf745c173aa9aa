import { name, version } from '../package.json';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';

/** The contract for others to build on, by the names of its files. */
export function documents() {
  return { 'openapi.json': openApi({ name, version }), 'asyncapi.json': asyncApi({ name, version }) };
}
