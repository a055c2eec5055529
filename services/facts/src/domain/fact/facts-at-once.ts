/** Facts that are read in one turn of the event loop: what each is about takes up to half a millisecond. */
export const factsAtOnce = 20;
