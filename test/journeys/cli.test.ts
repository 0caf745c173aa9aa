import { CliPerson } from './cli-person.ts';
import { walkAll } from './walk.ts';

walkAll('cli', { page: false, sideBySide: true }, async (world) => new CliPerson(world));
