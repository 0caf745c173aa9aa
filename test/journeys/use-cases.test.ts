import { UseCasesPerson } from './use-cases-person.ts';
import { testJourneys } from './walk.ts';

testJourneys('use-cases', { page: false, isConcurrent: true }, async (world) => new UseCasesPerson(world));
