import { CliPerson } from './cli-person.ts';
import { testJourneys } from './walk.ts';

testJourneys('cli', { page: false, isConcurrent: true }, async (world) => new CliPerson(world));
