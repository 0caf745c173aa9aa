import { World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';
import { SandboxTime } from './sandbox-time.ts';
import { UseCasesPerson } from './use-cases-person.ts';
import { testJourneys } from './walk.ts';

testJourneys('use-cases', async () => {
  const world = await World.start();
  afterThisTest(() => world.close());
  const time = new SandboxTime(world);
  return { person: time.passesFor(new UseCasesPerson(world, time)), world };
});
