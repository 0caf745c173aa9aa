// Breaks the core in a few thousand places, one at a time, and reports which changes no test notices. Options go to Stryker: npm run mutate -- --mutate 'src/core/order/**/*.ts'
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools } from './install-tools.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const tools = path.join(root, 'tools/mutation');
installTools(tools);
const options = ['run', path.join(tools, 'stryker.config.json'), ...process.argv.slice(2)];
process.exitCode = spawnSync(path.join(tools, 'node_modules/.bin/stryker'), options, { stdio: 'inherit' }).status ?? 1;
