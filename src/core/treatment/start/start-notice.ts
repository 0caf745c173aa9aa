import type { AppStorage } from '../../../ports/app-storage.ts';
import type { Configuration, ConfigurationValues } from '../../api/configuration/configuration.ts';
import { ignoreFailure } from '../../problem.ts';

const CONFIRMED_NOTICE = 'confirmedNotice';

export type Notice = NonNullable<ConfigurationValues['notice']>;

/**
 * The operator's notice, which the user confirms once for each version before a start on this phone. A phone that stores
 * nothing asks again.
 */
export class StartNotice {
  constructor(
    private readonly storage: AppStorage,
    private readonly configuration: Configuration,
  ) {}

  /** Returns the notice to be confirmed before the next start; undefined without one. */
  unconfirmed(): Notice | undefined {
    const { notice } = this.configuration.values;
    return notice && notice.version !== this.confirmedVersion() ? notice : undefined;
  }

  /** Records that the user of this phone has read the notice. Throws only an internal error. */
  confirm({ version }: Notice): void {
    try {
      this.storage.write('local', CONFIRMED_NOTICE, version);
    } catch (thrown) {
      ignoreFailure(thrown); // The next start asks again.
    }
  }

  private confirmedVersion(): string | undefined {
    try {
      return this.storage.read('local', CONFIRMED_NOTICE);
    } catch (thrown) {
      return ignoreFailure(thrown);
    }
  }
}
