/** Stems that end in a silent e. */
const silent: ReadonlySet<string> = new Set(
  `smok danc driv rid us writ mak tak cycl practis practic hik bak liv rac div skat shav vap commut mov exercis giv leav believ shar sav
  manag cod`.split(/\s+/),
);

/** "smoking": smoke; "running": run. */
export function baseOfGerund(gerund: string): string {
  const stem = gerund.toLowerCase().replace(/ing$/, '');
  if (silent.has(stem)) return `${stem}e`;
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

/** "smoke": smoking; "run": running. */
export function gerundOf(base: string): string {
  if (/[^aeiou]e$|ue$/.test(base)) return `${base.slice(0, -1)}ing`;
  return /^[^aeiou]*[aeiou][bdgmnprt]$/.test(base) ? `${base}${base.slice(-1)}ing` : `${base}ing`;
}
