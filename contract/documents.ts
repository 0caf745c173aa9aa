import { name, version } from '../package.json';
import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';

/** The documents of the contract, by file name. */
export function documents() {
  return { 'openapi.json': openApi({ name, version }), 'asyncapi.json': asyncApi({ name, version }) };
}
