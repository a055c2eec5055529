import type { Detector } from './personal-finding.ts';

const address =
  /(?<![\p{L}\p{N}._%+'’@/-])(?<name>[\p{L}\p{N}](?:[\p{L}\p{N}._%+'’-]{0,63}))@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,6}(?<top>\p{L}{2,24})(?![\p{L}\p{N}@-])/gu;
/** Accounts of programs. */
const machine = /^(?:git|no-?reply|do-?not-?reply|mailer-daemon)$/iu;
/** Endings of files and units, which no mail goes to. */
const file = /^(?:png|jpe?g|gif|webp|svg|avif|ico|css|js|ts|service|timer|socket|local|localdomain)$/iu;
/** Addresses of mail, but those of programs and what only looks like one. */
export const findEmails: Detector = function* find(text) {
  if (!text.includes('@')) return;
  for (const { 0: email, index, groups } of text.matchAll(address)) {
    if (machine.test(groups?.name ?? '') || file.test(groups?.top ?? '')) continue;
    yield { kind: 'email', start: index, end: index + email.length };
  }
};
