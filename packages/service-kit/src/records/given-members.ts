/** Those of these members that a request gives: texts, lists and maps that are empty are not given. */
export function givenMembers<Request extends object, Name extends keyof Request>(
  request: Request,
  names: readonly Name[],
): { readonly [Member in Name]?: NonNullable<Request[Member]> } {
  // Of each name the value of that name.
  return Object.fromEntries(names.flatMap((name) => (isGiven(request[name]) ? [[name, request[name]]] : []))) as {
    [Member in Name]?: NonNullable<Request[Member]>;
  };
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0);
}
