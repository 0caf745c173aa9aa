import { UseCasesPerson } from './use-cases-person.ts';
import { walkAll } from './walk.ts';

walkAll('use-cases', { page: false, sideBySide: true }, async (world) => new UseCasesPerson(world));
