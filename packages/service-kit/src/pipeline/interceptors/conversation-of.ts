/** The conversation that a request, or one of its elements, belongs to; of a fact, `source` names it as a rule. */
export function conversationOf(request: object): string | null {
  const { conversation_id, source } = request as { readonly conversation_id?: unknown; readonly source?: unknown };
  if (typeof conversation_id === 'string' && conversation_id !== '') return conversation_id;
  return typeof source === 'string' && source !== '' ? source : null;
}
