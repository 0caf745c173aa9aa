import type { ReactNode } from 'react';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Mark } from '../graphics/Wordmark.tsx';
import { Spinner } from './Spinner.tsx';

/** The start of the page with its brand, in the shape that index.html shows before any script. */
export function Starting({ children = <Initializing /> }: { children?: ReactNode }) {
  const { brand } = useApplication().configuration;
  return (
    <main className="starting">
      <h1 className="starting-brand">
        <Mark logo={brand.logo} size={72} />
        {brand.name}
      </h1>
      {children}
    </main>
  );
}

/** That the page starts; after five seconds also that the network is slow. */
export function Initializing() {
  return (
    <div className="starting-words" role="status">
      <p className="starting-step">
        <Spinner />
        {copy.entry.initializing}
      </p>
      <p className="starting-slow">{copy.common.slowNetwork}</p>
    </div>
  );
}
