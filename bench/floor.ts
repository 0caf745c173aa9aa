import { build } from 'vite';
import { brotliCompressSync, constants } from 'node:zlib';

const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** A page that uses each required library once and does nothing else. */
const FLOOR = `
  import 'reflect-metadata';
  import { Container } from 'inversify';
  import fetch from 'cross-fetch';
  import { makeAutoObservable } from 'mobx';
  import { observer } from 'mobx-react-lite';
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { BrowserRouter, Link, Route, Routes, useNavigate, useSearchParams } from 'react-router-dom';

  const container = new Container();
  const store = makeAutoObservable({ words: 'floor' });
  const Screen = observer(() => {
    useNavigate();
    useSearchParams();
    return createElement(Link, { to: '/' }, store.words, typeof fetch, typeof container);
  });
  const routes = createElement(Routes, null, createElement(Route, { path: '*', element: createElement(Screen) }));
  createRoot(document.getElementById('root')).render(createElement(BrowserRouter, null, routes));
`;

/** The script of the smallest page that uses these libraries. */
export async function floorScript(): Promise<string> {
  const id = 'floor-entry';
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'floor',
        resolveId: (name) => (name === id ? `\0${id}` : undefined),
        load: (name) => (name === `\0${id}` ? FLOOR : undefined),
      },
    ],
    build: { write: false, target: ['chrome107', 'safari15'], rolldownOptions: { input: id } },
  });
  const [made] = Array.isArray(result) ? result : [result];
  if (!made || !('output' in made)) throw new Error('the build of the floor page has no output');
  return made.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
}

export const brotliSize = (text: string): number => brotliCompressSync(text, BEST).length;
