import type { AbstractNewable, Container, Newable } from 'inversify';

/** Binds classes by what their constructors take, in that order; one that is bound already stays as it is. */
export function makerIn(container: Container) {
  return <Made, Needs extends readonly unknown[]>(
    make: new (...needs: Needs) => Made,
    ...needs: { [Index in keyof Needs]: Newable<Needs[Index]> | AbstractNewable<Needs[Index]> }
  ): void => {
    if (container.isBound(make)) return;
    container.bind<Made>(make).toResolvedValue((...resolved: unknown[]) => new make(...(resolved as unknown as Needs)), needs as never);
  };
}
