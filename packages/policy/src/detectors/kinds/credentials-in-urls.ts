import type { Detector } from '../finding.ts';

const url = /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?<user>[^\s/:@"'<>`]{0,128}):(?<value>[^\s/@"'<>`]{3,256})@[^\s/@"'<>`]/dgi;
/** What a documentation writes where a password goes. */
const placeholder = /^(?:\$|%|<|\{|\[|\*+$|x+$|\.+$|(?:pass(?:word|wd)?|pwd|secret|token|your[-_]?\w*|my[-_]?password|port)$)/i;

/** The password of a user in a URL. */
export const findCredentialsInUrls: Detector = function* find(text) {
  for (const match of text.matchAll(url)) {
    const [start, end] = match.indices?.groups?.value ?? [0, 0];
    if (!placeholder.test(text.slice(start, end))) yield { kind: 'connection-string', start, end };
  }
};
