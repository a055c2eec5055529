/** A token to ask Pulsar with, or what gives one that is fresh. Empty: none. */
export type Token = string | (() => Promise<string>);
