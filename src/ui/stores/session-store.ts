import { makeAutoObservable, runInAction } from 'mobx';
import type { Session, SessionState } from '../../core/session/session.ts';

/** The session state as observable state. */
export class SessionStore {
  state: SessionState;

  constructor(session: Pick<Session, 'state' | 'onChange'>) {
    this.state = session.state();
    makeAutoObservable(this);
    session.onChange(() => runInAction(() => (this.state = session.state())));
  }
}
