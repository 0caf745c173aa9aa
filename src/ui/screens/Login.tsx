import { observer } from 'mobx-react-lite';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { BindPhone } from '../../core/account/bind-phone.ts';
import { addressOf } from '../addresses.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Agreements } from '../parts/order/Agreements.tsx';
import { Button } from '../parts/form/Button.tsx';
import { Field } from '../parts/form/Field.tsx';
import fields from '../parts/form/Field.module.css';
import { Page } from '../parts/page/Page.tsx';
import surface from '../parts/dialog/Surface.module.css';
import { ErrorBanner } from '../parts/failure/ErrorState.tsx';
import { problemMessage } from '../parts/words/problem-message.ts';
import { reasonWords } from '../parts/words/server-words.ts';
import { useDraft } from '../parts/form/use-draft.ts';
import { useScreenSignal } from '../parts/hooks/use-screen-signal.ts';
import { Done, NotDone, useTask } from '../parts/hooks/use-task.ts';
import type { ToastTone } from '../stores/toasts.ts';
import { Banner } from './login/Banner.tsx';
import { CodeButton } from './login/CodeButton.tsx';

/** A validation error of one field. */
interface FieldError {
  name: 'mobile' | 'code';
  words: string;
}

/** Binds a phone number to the account with a verification code. */
export const Login = observer(function Login() {
  const { toasts } = useApplication();
  const bindPhone = useService(BindPhone);
  const navigate = useNavigate();
  const form = useDraft('login', { mobile: '', code: '' });
  const { mobile, code } = form.draft;
  const [error, setError] = useState<FieldError>();
  const mobileBox = useRef<HTMLInputElement>(null);
  const codeBox = useRef<HTMLInputElement>(null);

  const lastMessage = useRef<string>(undefined);

  const showMessage = (text: string, tone: ToastTone) => {
    lastMessage.current = text;
    toasts.show(text, tone);
  };
  /** A new request has its own outcome: that of the last one is over. */
  const clearOutcome = () => {
    codeRequest.clearError();
    bind.clearError();
    setError(undefined);
    for (const { id, text } of toasts.shown) if (text === lastMessage.current) toasts.dismiss(id);
  };
  const showError = (found: FieldError) => {
    setError(found);
    (found.name === 'mobile' ? mobileBox : codeBox).current?.focus();
  };
  const requireFilled = (name: FieldError['name']) => {
    const isMissing = (name === 'mobile' ? mobile : code).trim() === '';
    if (isMissing) showError({ name, words: name === 'mobile' ? copy.login.mobileMissing : copy.login.codeMissing });
    return !isMissing;
  };
  /** The field says what to do besides, because it stays. */
  const notDone = (words: string, name: FieldError['name'], inField = words) =>
    new NotDone(words, () => {
      showMessage(words, 'bad');
      showError({ name, words: inField });
    });

  const signal = useScreenSignal();
  const codeRequest = useTask(copy.tasks.requestCode, async () => {
    const outcome = await bindPhone.askForCode(mobile);
    switch (outcome.kind) {
      case 'sent':
        return new Done(copy.login.sent, () => {
          lastMessage.current = copy.login.sent;
          codeBox.current?.focus();
        });
      case 'taken':
        return notDone(copy.login.taken, 'mobile', copy.login.takenHere);
      case 'already-bound':
        return notDone(copy.login.alreadyBound, 'mobile');
      case 'malformed':
        return notDone(copy.login.malformed, 'mobile');
      case 'refused':
        return notDone(reasonWords(outcome.problem.serverMessage, copy.problems.refused), 'mobile');
      case 'too-soon':
        return undefined;
    }
  });
  const bind = useTask(
    copy.tasks.bindPhone,
    async () => {
      const outcome = await bindPhone.bind(mobile, code);
      switch (outcome.kind) {
        case 'bound':
        case 'already-bound':
          form.discard();
          toasts.show(outcome.kind === 'bound' ? copy.login.bound : copy.login.alreadyBound, 'good');
          if (!signal.aborted) void navigate(addressOf(outcome.destination), { replace: true });
          return undefined;
        case 'wrong-code':
          return notDone(copy.login.wrongCode, 'code', copy.login.wrongCodeHere);
        case 'refused':
          return notDone(reasonWords(outcome.problem.serverMessage, copy.problems.refused), 'mobile');
      }
    },
    (problem) => (problem.mayHaveTakenEffect ? copy.login.mayBeBound : problemMessage(problem)),
  );

  const requestCode = () => {
    clearOutcome();
    if (requireFilled('mobile')) void codeRequest.run();
  };
  const confirm = () => {
    clearOutcome();
    if (requireFilled('mobile') && requireFilled('code')) void bind.run();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };
  const change = (typed: { mobile?: string; code?: string }) => {
    setError(undefined);
    form.type(typed);
  };
  return (
    <Page title={copy.titles.login}>
      <Banner />
      <form className={`${surface.raised} ${fields.form}`} noValidate onSubmit={submit}>
        <Field
          ref={mobileBox}
          label={copy.login.mobile}
          error={error?.name === 'mobile' ? error.words : undefined}
          value={mobile}
          onChange={({ target }) => change({ mobile: target.value })}
          readOnly={codeRequest.busy || bind.busy}
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          enterKeyHint="next"
        />
        <Field
          ref={codeBox}
          label={copy.login.code}
          error={error?.name === 'code' ? error.words : undefined}
          value={code}
          onChange={({ target }) => change({ code: target.value })}
          readOnly={bind.busy}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          trailing={<CodeButton busy={codeRequest.busy} onAsk={requestCode} />}
        />
        {codeRequest.problem && <ErrorBanner title={undefined} problem={codeRequest.problem} onRetry={requestCode} />}
        {bind.problem && (
          <ErrorBanner
            title={bind.problem.mayHaveTakenEffect ? copy.login.mayBeBound : undefined}
            problem={bind.problem}
            onRetry={confirm}
          />
        )}
        <Button type="submit" size="large" wide busy={bind.busy}>
          {copy.login.bind}
        </Button>
        <Agreements by="onBinding" names={['terms', 'privacy']} />
      </form>
    </Page>
  );
});
