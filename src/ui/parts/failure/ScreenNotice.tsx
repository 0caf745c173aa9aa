import { copy } from '../../copy/zh-CN.ts';
import type { ReactNode } from 'react';
import { Button } from '../form/Button.tsx';
import buttons from '../form/Button.module.css';
import { FullScreenNotice } from '../dialog/FullScreenNotice.tsx';
import { Link } from '../page/Link.tsx';
import { ErrorIllustration } from '../graphics/Illustration.tsx';

interface ScreenNoticeProps {
  title: string;
  hint?: string;
  onRetry: () => void;
  children?: ReactNode;
}

/** Replaces a screen that cannot be shown. Gives the reason, a retry button and a link home. */
export function ScreenNotice({ title, hint, onRetry, children }: ScreenNoticeProps) {
  return (
    <FullScreenNotice illustration={<ErrorIllustration />} title={title} hint={hint}>
      {children}
      <Button onClick={onRetry}>{copy.common.retry}</Button>
      <Link to="/my" className={`${buttons.button} ${buttons.quiet}`}>
        {copy.notFound.home}
      </Link>
    </FullScreenNotice>
  );
}
