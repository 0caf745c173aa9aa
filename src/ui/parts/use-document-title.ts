import { useEffect } from 'react';
import { useApplication } from '../application.ts';

/** Names the document after a screen; after the brand where the screen has no title. */
export function useDocumentTitle(title: string | undefined): void {
  const { brand } = useApplication().configuration;
  useEffect(() => {
    document.title = title ?? brand.name;
  }, [title, brand.name]);
}
