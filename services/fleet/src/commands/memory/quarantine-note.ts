/** What a command says of a text that memory has quarantined. */
export const quarantineNote = 'quarantined: it reads like instructions to a model';
