const builtIn: Pick<ObjectConstructor, 'keys'> & { hasOwn?: (object: object, key: PropertyKey) => boolean } = Object;

/** Inversify and the QR decoder call `Object.hasOwn`, which iOS supports since 15.4. */
builtIn.hasOwn ??= (object, key) => Object.prototype.hasOwnProperty.call(object, key);
