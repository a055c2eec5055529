/** Whether chaos is made in full (`npm run chaos`), or as much of it as every run of the tests can afford. */
export const isFull: boolean = process.env.CHAOS === 'full';
