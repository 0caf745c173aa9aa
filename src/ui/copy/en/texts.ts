/** The form of a catalogue: the same names, with the texts of any language. */
export type Texts<Catalogue> = Catalogue extends string
  ? string
  : Catalogue extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof Catalogue]: Texts<Catalogue[Name]> };
