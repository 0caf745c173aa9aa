import { useEffect } from 'react';
import { useApplication } from '../../application.ts';

/** Sets the document title; without one, to the brand's name. */
export function useDocumentTitle(title: string | undefined): void {
  const { brand } = useApplication().configuration;
  useEffect(() => {
    document.title = title ?? brand.name;
  }, [title, brand.name]);
}
