/** What a model may say to the user of what it has stored (`status` as the store answers it): the user alone can release it. Empty: it is recalled. */
export function quarantineNote(status: string | undefined): string {
  if (status !== 'QUARANTINED') return '';
  return ' It is quarantined, since it reads like instructions to a model: it is not recalled unless the user releases it.';
}
