import { makeAutoObservable, runInAction } from 'mobx';
import type { Session, SessionState } from '../../core/session/session.ts';

/** Shows the screens each change of the session, such as a token that the server rejects. */
export class SessionStore {
  state: SessionState;

  constructor(session: Pick<Session, 'state' | 'onChange'>) {
    this.state = session.state();
    makeAutoObservable(this);
    session.onChange(() => runInAction(() => (this.state = session.state())));
  }
}
