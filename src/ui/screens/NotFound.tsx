import { copy } from '../copy/zh-CN.ts';
import buttons from '../parts/form/Button.module.css';
import { FullScreenNotice } from '../parts/dialog/FullScreenNotice.tsx';
import { Link } from '../parts/page/Link.tsx';
import { useDocumentTitle } from '../parts/page/use-document-title.ts';
import { NotFoundIllustration } from '../parts/graphics/EmptyIllustrations.tsx';

/** The screen of an unknown path. */
export function NotFound() {
  useDocumentTitle(copy.notFound.title);
  return (
    <FullScreenNotice illustration={<NotFoundIllustration />} title={copy.notFound.title}>
      <Link to="/my" className={`${buttons.button} ${buttons.main}`}>
        {copy.notFound.home}
      </Link>
    </FullScreenNotice>
  );
}
