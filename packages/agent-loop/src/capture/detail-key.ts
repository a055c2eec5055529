import { randomInt } from 'node:crypto';

/** Without signs that are taken for each other. */
const letters = 'abcdefghjkmnpqrstvwxyz23456789';
const commands = /(?:^|_)(?:bash|shell|sh|cmd|command|exec|execute|run|terminal|npm|python)(?:_|$)/;

/** A key that a reader and a model can name: what it is of, and a short random end, as in `cmd_log_7k2p`. */
export function detailKey(name: string, endLength = 4): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 24);
  const end = Array.from({ length: endLength }, () => letters[randomInt(letters.length)]).join('');
  return `${commands.test(words) ? 'cmd_log' : words || 'detail'}_${end}`;
}
