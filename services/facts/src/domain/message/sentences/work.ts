import { listOf } from '../../statements/word-table.ts';

/** What people build, run or look after together, by the last word of what they call it. */
export const workThings = listOf(`
  service | gateway | api | back ?end | front ?end | app | application | server | client | database | db | cache | queue | worker | scheduler
  repo | repository | monorepo | codebase | project | product | library | package | module | plugin | cli | sdk | bot | importer | exporter | indexer | crawler
  (?:web)?site | dashboard | ui | design system | pipeline | cluster | bucket | registry | proxy | load balancer | cron | cron job | job | schema
  branch | folder | directory | port | version | release | deadline | freeze | launch | stand-?up | retro | rollout | budget | style guide | changelog
  shop | store | bakery | office | studio | lab | warehouse | workshop | venue | stage | kitchen | club | course | seminar | festival | clinic
  supplier | team | domain | coding style | linter | formatter | lock ?file | lecture | seminar | tutorial | rehearsal | training | exam | meeting | planning | camp ?site | portal | firmware
  robot | device | thesis | report | abstract | headliner | hostname | endpoint | stack | tooling | infrastructure | infra | config | configuration | test suite | documentation
`);
/** What needs no article. */
export const knownPlaces = listOf(
  'staging | prod | production | dev | ci | cd | main | trunk | money | auth | billing | mobile | qa | support',
);
export const workPlurals = listOf(`
  services | apps | servers | clients | workers | jobs | queues | packages | modules | plugins | branches | folders | directories | migrations | schemas
  tests | unit tests | integration tests | fixtures | snapshots | timestamps | dates | times | prices | amounts | ids | names | keys | secrets | env vars
  environment variables | commits | commit messages | pull requests | prs | reviews | releases | deploys | deployments | docs | files | locales
  translations | strings | components | endpoints | errors | logs | metrics | feature flags | flags | tickets | issues | vouchers | bookings | orders
  rentals | tickets | invoices | volunteers | entries | submissions | assignments | samples | exams | gates | doors | lectures | shifts
`);
/** One of many, of which a rule holds. */
export const workSingles = listOf(`
  pull request | pr | commit | branch | package | module | service | migration | release | deploy | deployment | component | endpoint | ticket | issue | order
  booking | sample | volunteer | shift | submission | assignment | entry | invoice | test | review | change
`);
