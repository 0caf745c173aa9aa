import type { TreatmentPhase } from '../../../core/treatment/follow/treatment-view.ts';
import { addressOf } from '../../addresses.ts';
import { devicesAddress } from '../../addresses.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import buttons from '../../parts/form/Button.module.css';
import { EmptyState } from '../../parts/loading/EmptyState.tsx';
import { Link } from '../../parts/page/Link.tsx';
import { NoDeviceIllustration } from '../../parts/graphics/EmptyIllustrations.tsx';
import { supportContact } from '../../parts/words/support-contact.ts';

type IdlePhase = Extract<TreatmentPhase, 'idle' | 'not-mine' | 'another-run'>;

/** The empty state of a device that does not run and was not started here, or whose run is not known to be this user's. */
export function DeviceIdle({ sno, phase }: { sno: string; phase: IdlePhase }) {
  const contact = supportContact(useApplication().configuration.support);
  const isAtRest = phase === 'idle';
  const words = WORDS[phase]();
  return (
    <div role="status">
      <EmptyState illustration={<NoDeviceIllustration />} title={words.title} hint={words.hint}>
        {isAtRest && (
          <Link to={addressOf({ to: 'mode-menu', sno })} replace className={`${buttons.button} ${buttons.main}`}>
            {copy.treatment.toModes}
          </Link>
        )}
        {phase === 'another-run' && contact && (
          <a href={contact.href} rel="noreferrer" className={`${buttons.button} ${buttons.quiet}`}>
            {contact.label}
          </a>
        )}
        <Link to={devicesAddress} replace className={`${buttons.button} ${isAtRest ? buttons.quiet : buttons.main}`}>
          {copy.modes.toDevices}
        </Link>
      </EmptyState>
    </div>
  );
}

/** Read when shown, because the language is chosen when the page opens. */
const WORDS: Record<IdlePhase, () => { title: string; hint: string }> = {
  idle: () => ({ title: copy.treatment.idle, hint: copy.treatment.idleHint }),
  'not-mine': () => ({ title: copy.treatment.notMine, hint: copy.treatment.notMineHint }),
  'another-run': () => ({ title: copy.treatment.anotherRun, hint: copy.treatment.anotherRunHint }),
};
