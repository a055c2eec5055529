import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, startFleet } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';

/** Errors that were met, each with others that are like it, in other words. */
const known: Readonly<Record<string, readonly string[]>> = {
  'Error: connect ECONNREFUSED 127.0.0.1:5432': [
    'connection refused by the database at 10.0.0.3 port 5433',
    'psql: could not connect to server: Connection refused',
  ],
  'HTTP 404: Not Found': ['page not found (404)', 'status 404'],
  "TypeError: Cannot read properties of undefined (reading 'map')": ["undefined is not an object (evaluating 'a.map')"],
  'ENOSPC: no space left on device, write': ['disk full: cannot write file /var/log/x', 'write failed: no space left on device'],
  'permission denied (publickey)': ['Permission denied (publickey,password).'],
  "ModuleNotFoundError: No module named 'requests'": ['ImportError: No module named yaml'],
  'SSL certificate problem: self signed certificate': [
    'unable to verify the first certificate',
    'certificate verify failed: self-signed certificate in chain',
  ],
  'The restaurant does not take reservations by phone': ['they do not accept bookings by telephone'],
  '429 Too Many Requests: rate limit exceeded': ['rate limit reached, slow down', 'Too many requests'],
  'fatal: not a git repository': ['not a git repository (or any of the parent directories): .git'],
  'Deadlock found when trying to get lock; try restarting transaction': ['deadlock detected'],
  'payment declined by the issuing bank': ['card was declined'],
  'paper jam in tray 2': ['the printer has a paper jam'],
  'flight BA117 is fully booked': ['no seats left on flight LH400'],
};

const unlike = [
  ...['the oven is too hot', 'HTTP 500: Internal Server Error', 'user anne is unknown', 'the parcel was returned to sender'],
  ...['timeout after 30 s', 'syntax error near unexpected token', 'out of memory', 'the shop is closed on Sundays'],
  ...['wrong password', 'unsupported file format .heic'],
];

const questions = [
  ...['Who is my wife?', 'Book a table at a restaurant for Friday', 'What is the deploy key?', 'Print the yearly report'],
  ...['Fly me to Oslo', 'Copy the library to the new server'],
];

test('errors in other words are found by the embedder that comes along, and nothing is found that is unlike', async () => {
  await using fleet = await startFleet({ services: ['episodes'] });
  for (const [number, error] of Object.keys(known).entries()) {
    const steps = [
      { action: 'Try', arguments: '{}', observation: error, success: false },
      { action: 'Try', arguments: `{"fix":${number}}`, observation: 'done', success: true },
    ];
    const invocation_id = `inv_0190a0a0-0000-7000-8000-${String(number).padStart(12, '0')}`;
    const done = { invocation_id, question: `Task ${number}`, answer: 'Done', record_episode: true, steps };
    await publishEvent(fleet.ports.bus, invocationCompleted(done, { id: `event-${number}` }));
  }
  await fleet.settled();
  const solutions = async (request: { readonly query: string; readonly error?: string }) =>
    (await fleet.caller.call('episodes', 'retrieve', request)).solutions.map(({ solution }) => solution);

  // A machine with other things to do may have left out the vectors of a moment.
  await vi.waitFor(async () => {
    const found: boolean[] = [];
    for (const [number, likes] of Object.values(known).entries())
      for (const error of likes) found.push((await solutions({ query: '', error }))[0] === `Try {"fix":${number}}`);
    // "Disk full" and "no space left" have nothing in common for a table of words.
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(17);
  });
  for (const error of unlike) expect(await solutions({ query: '', error }), error).toEqual([]);
  for (const query of questions) expect(await solutions({ query }), query).toEqual([]);
});
