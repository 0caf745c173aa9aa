import type { AbstractNewable, ContainerModuleLoadOptions, Newable } from 'inversify';

/** Binds a class by the tokens of its constructor's parameters, in their order. The container makes one instance, when it is first resolved. */
export type BindClass = <Instance, Parameters extends unknown[]>(
  token: new (...parameters: Parameters) => Instance,
  ...dependencies: { [Index in keyof Parameters]-?: Newable<Parameters[Index]> | AbstractNewable<Parameters[Index]> }
) => void;

export function classBinder({ bind }: Pick<ContainerModuleLoadOptions, 'bind'>): BindClass {
  return (token, ...dependencies) =>
    void bind(token)
      .toResolvedValue((...resolved) => new token(...resolved), dependencies)
      .inSingletonScope();
}
