const builtIn: Pick<ObjectConstructor, 'keys'> & { hasOwn?: (object: object, key: PropertyKey) => boolean } = Object;

/** What the container and the reader of codes call, and iOS has from 15.4 only. */
builtIn.hasOwn ??= (object, key) => Object.prototype.hasOwnProperty.call(object, key);
