import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { extractingFacts } from '../extract-facts.ts';

/** What lasts of the work that somebody does with others: the message, and after the arrow its facts. Behind it are traps. */
const cases = `
The API gateway is written in Go. -> The API gateway is written in Go
worker is Elixir, dashboard is Vue -> The worker is Elixir | The dashboard is Vue
Staging is on Render, prod on OVH -> Staging is on Render | Prod is on OVH
The Redis port is 6380, please fix the compose file -> The Redis port is 6380
fix the probe, the app listens on 9090 -> The app listens on 9090
The scheduler is called metronome, it lives in services/metronome -> The scheduler is called metronome | The scheduler lives in services/metronome
The frontend uses Svelte and the backend uses Rails -> The frontend uses Svelte | The backend uses Rails
All timestamps are UTC -> All timestamps are UTC
migrations must be reversible -> Migrations must be reversible
Each pull request in our team needs two approvals -> Each pull request in the user's team needs two approvals
Karim owns the invoicing service -> Karim owns the invoicing service
Rosa does the frames and Piet does the brakes -> Rosa does the frames | Piet does the brakes
Our crawler, which we wrote in spring, runs on Nomad, and the person responsible for it is Ines. -> The user's crawler runs on Nomad | The person responsible for the user's crawler is Ines
Just so you are aware, the export service is maintained by the data team in Porto. -> The export service is maintained by the data team in Porto
We agreed with the customer that the new portal will go live on 1 February. -> The new portal will go live on 1 February
The seminar is every Monday at 4 in room C3 -> The seminar is every Monday at 4 in room C3
always run the linter before you commit -> The user wants the assistant to always run the linter before the assistant commits
don't touch legacy/ ever. now bump the client -> The user wants the assistant to never touch legacy/
no new packages without asking me -> The user wants the assistant to use no new packages without asking them
Whenever you write tests please use fixtures -> The user wants the assistant to use fixtures whenever the assistant writes tests
As a rule we eat at 7 -> The user eats at 7
The scheduler is called metronome. She works at Nokia -> The scheduler is called metronome
Our billing app runs on Heroku. It's written in Ruby -> The user's billing app runs on Heroku | The user's billing app is written in Ruby
The person responsible for it is Ines -> 
The build is broken again -> 
main is red -> 
staging is down -> 
The service is under heavy load -> 
The importer uses way too much memory -> 
Is the gateway written in Go? -> 
If the gateway is written in Go, we save time -> 
Maybe the gateway is written in Go -> 
Redis listens on 6379 by default -> 
React uses a virtual DOM -> 
A database is a store -> 
Google owns YouTube -> 
The docs say the gateway is written in Go -> 
Dinner is at 8 from now on -> 
never skip breakfast -> 
always check the oven twice -> 
best pizza ever -> 
don't touch the snapshots in this commit -> 
The app is in trouble -> 
As a reminder, I fly on Monday -> 
`;

describe('what lasts of the work', () => {
  it.each(cases.split('\n').filter((line) => line.includes(' -> ')))('%s', (line) => {
    const [message = '', facts = ''] = line.split(' -> ');
    expect(atOnce(extractingFacts({ message, at: Date.UTC(2026, 10, 23, 9) })).join(' | ')).toBe(facts);
  });
});
