import { CliPerson } from './cli-person.ts';
import { walkAll } from './walk.ts';

walkAll('cli', { page: false }, async (world) => new CliPerson(world));
