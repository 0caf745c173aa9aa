import { World } from '../helpers/world.ts';
import { CliPerson } from './cli-person.ts';
import { afterThisTest } from './failure-record.ts';
import { testJourneys } from './walk.ts';

testJourneys('cli', async () => {
  const world = await World.start();
  afterThisTest(() => world.close());
  return { person: new CliPerson(world), world };
});
