// A page that uses each library that the app is given and does nothing else: nothing built on them can weigh less.
import 'reflect-metadata';
import fetch from 'cross-fetch';
import { Container } from 'inversify';
import { makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';

class Store {
  answers = 0;

  constructor() {
    makeAutoObservable(this);
  }

  async ask() {
    const response = await fetch('app-config.json');
    this.count(response.status);
  }

  count(status) {
    this.answers = status;
  }
}

const container = new Container({ defaultScope: 'Singleton' });
container.bind(Store).toDynamicValue(() => new Store());

const Screen = observer(function Screen() {
  const store = container.get(Store);
  useEffect(() => void store.ask(), [store]);
  return createElement('h1', undefined, `PhysioLease ${store.answers}`);
});

createRoot(document.getElementById('root')).render(
  createElement(BrowserRouter, undefined, createElement(Routes, undefined, createElement(Route, { path: '*', element: createElement(Screen) }))),
);
