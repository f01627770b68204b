import { arch, cpus, platform, totalmem } from 'node:os';
import type { LoadRow } from './load.ts';
import type { LongListFigures } from './long-lists.ts';
import type { MachineFigures } from './machines.ts';
import type { Figures } from './measure.ts';
import type { OverlongFigures } from './overlong.ts';
import type { PairedFigures } from './paired-runs.ts';
import type { SettleFigures } from './settling.ts';

const handwrittenHeading = '## What was made faster';

/** The part of an earlier report that people wrote below its figures; '' if there is none. */
export function handwrittenPart(earlier: string): string {
  const at = earlier.indexOf(handwrittenHeading);
  return at < 0 ? '' : earlier.slice(at);
}

/** The figures as a page, followed by the handwritten part. */
export function report(figures: Figures, handwritten: string): string {
  const { placing, slate, pages, longLists, settling, load, overlong, rows } = figures;
  const parts = [
    '# Benchmarks',
    'Written by `npm run bench`, except for the part under the last heading. Servers, database and load generator share one ' +
      'machine, which may run other work: compare figures of one run only. Ratios are medians of rounds in which the ' +
      'contenders alternated.',
    machine(figures),
    table(
      ['table', 'rows'],
      Object.entries(rows).map(([name, count]) => [name, whole(count)]),
    ),
    `Filled in ${figures.filledInSeconds.toFixed(0)} s. Every league’s books were whole at the end${figures.broken.length > 0 ? `, but for: ${figures.broken.join('; ')}` : ''}.`,
    '## Placing a bet',
    `Over HTTP with session, cross-site check, limits and validation, against bare Express handlers on the same pool. Three replay what was recorded of a bet, prepared as Ching prepares it: all ${placing.statements.inAll} statements as a message each; the same in three messages, as Ching sends them; the ${placing.statements.inTransaction} of its transaction alone, as a message each. One places a bet by a single statement, without rules. Target: 0.55 of the single statement.`,
    pairedTable(placing.paces),
    '## The slate',
    `${whole(slate.bytes)} bytes, against a bare Express handler that sends the same bytes under the same tag. Target: 0.85.`,
    pairedTable(slate.whole),
    'The same with `If-None-Match`, answered 304:',
    pairedTable(slate.unchanged),
    '## Pages',
    'One request after the other. Targets: a leaderboard of 10,000 in 50 ms; the first page of any list in 15 ms, and at most 40 kB.',
    table(
      ['page', 'bytes', 'p50 ms', 'p99 ms'],
      pages.map((page) => [page.name, whole(page.bytes), ms(page.p50), ms(page.p99)]),
    ),
    bars(
      pages.map((page) => ({ label: page.name, value: page.p50 })),
      'ms',
    ),
    '## Long lists',
    'One connection requests each list repeatedly while another requests the slate. Limit: a list delays no other request by more than 50 ms. The slowest of all.',
    longListTable(longLists),
    '## What requests read',
    figures.wholeReads.length === 0
      ? 'No statement of any request reads the whole of a table that grows, by the plans on these rows.'
      : `Read the whole of a table:\n\n${figures.wholeReads.map((one) => `- \`${one}\``).join('\n')}`,
    '## Settling',
    'The open tickets of one game, against one statement on the same server that writes the same rows for all leagues at once. Target: within 3 times, and linear in tickets.',
    settleTable(settling),
    'Milliseconds a thousand tickets, which stay level where settling is linear:',
    bars(
      settling.map(({ tickets, leagues, ching }) => ({
        label: `${whole(tickets)} in ${whole(leagues)}`,
        value: (ching * 1_000) / tickets,
      })),
      'ms',
    ),
    furtherLeagues(settling),
    'Notices of these tickets, written by a job after they are settled. Target: within 10 s, of which the job waits up to four until a league is quiet.',
    table(
      ['tickets', 'leagues', 'notices', 'ms'],
      settling.map((one) => [whole(one.tickets), whole(one.leagues), whole(one.notices), whole(one.noticesMs)]),
    ),
    '## Load',
    'An open load: requests start at a fixed rate even if the server falls behind, 20 seconds a row. Latency counts from the scheduled time; a request without an answer after five seconds has failed.',
    loadTable(load),
    '## Over-long text',
    'CPU time to parse a body with 14,000 characters in every text field: the slowest of several texts. Limit: 2 ms a call.',
    overlongTable(overlong),
    '## Citus',
    machinesPart(figures.machines),
    handwritten.trimEnd(),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function machine({ postgres }: Figures): string {
  const [cpu] = cpus();
  return table(
    ['', ''],
    [
      ['machine', `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`],
      ['system', `${platform()} ${arch()}`],
      ['versions', `Node ${process.versions.node}, Postgres ${postgres}, durable as in production`],
    ],
  );
}

function longListTable(lists: readonly LongListFigures[]): string {
  return table(
    ['list', 'bytes', 'ms', 'event loop blocked, ms', 'slowest slate beside it, ms'],
    lists.map((list) => [list.name, whole(list.bytes), ms(list.ms), ms(list.longestGap), ms(list.slowestOther)]),
  );
}

function pairedTable(paces: readonly PairedFigures[]): string {
  return table(
    ['', 'requests/s', 'ratio', 'p50 ms', 'p99 ms', 'server CPU µs a request'],
    paces.map((pace) => [
      pace.name,
      whole(pace.perSecond),
      pace.ratio.toFixed(2),
      ms(pace.p50),
      ms(pace.p99),
      whole(pace.cpuPerRequest),
    ]),
  );
}

function settleTable(settling: readonly SettleFigures[]): string {
  return table(
    ['tickets', 'leagues', 'Ching ms', 'at once ms', 'ratio', 'tickets/s'],
    settling.map((one) => [
      whole(one.tickets),
      whole(one.leagues),
      whole(one.ching),
      whole(one.atOnce),
      one.ratio.toFixed(1),
      whole((one.tickets * 1_000) / one.ching),
    ]),
  );
}

/** The cost of one more league at the same number of tickets. */
function furtherLeagues(settling: readonly SettleFigures[]): string {
  const lines = settling.flatMap((one, at) => {
    const before = settling[at - 1];
    if (!before || before.tickets !== one.tickets) return [];
    const each = (one.ching - before.ching) / (one.leagues - before.leagues);
    return [[whole(one.tickets), `${whole(before.leagues)} → ${whole(one.leagues)}`, ms(each)]];
  });
  return `What each further league costs:\n\n${table(['tickets', 'leagues', 'ms a league'], lines)}`;
}

function loadTable(load: readonly LoadRow[]): string {
  return table(
    ['row', 'target', 'met', 'sent', 'p50', 'p95', 'p99', 'worst ms', 'failed', ''],
    load.map((row) => [
      row.name,
      row.target,
      row.isMet ? 'yes' : '**no**',
      whole(row.sent),
      ms(row.p50),
      ms(row.p95),
      ms(row.p99),
      ms(row.worst),
      whole(row.failed),
      row.notes,
    ]),
  );
}

function overlongTable(overlong: readonly OverlongFigures[]): string {
  return table(
    ['call', 'CPU ms'],
    overlong.map(({ name, ms: cost }) => [name, cost.toFixed(3)]),
  );
}

function machinesPart(machines: MachineFigures | null): string {
  if (!machines) return 'Not measured: no installed Postgres had Citus (docs/scale.md#a-citus-on-one-machine).';
  const { paces, settling, twoPhaseCommits, deadlocks } = machines;
  return [
    `16 players of 16 leagues bet on eight games, each after the answer to the bet before: ${twoPhaseCommits} commits of two phases, ${deadlocks} deadlocks. Target: 0.5 of one Postgres, without either.`,
    pairedTable(paces),
    'One worker settles the tickets of three games, two workers those of three others:',
    table(
      ['', 'workers', 'tickets', 'ms', 'tickets/s'],
      settling.map(({ name, workers, tickets, ms: took }) => [
        name,
        whole(workers),
        whole(tickets),
        whole(took),
        whole((tickets * 1_000) / took),
      ]),
    ),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const barWidth = 50;

function bars(rows: readonly { label: string; value: number }[], unit: string): string {
  const most = Math.max(...rows.map((row) => row.value));
  const widest = Math.max(...rows.map((row) => row.label.length));
  const lines = rows.map(({ label, value }) => {
    const bar = '█'.repeat(Math.max(1, Math.round((value / most) * barWidth)));
    return `${label.padEnd(widest)} ${bar} ${ms(value)} ${unit}`;
  });
  return ['```', ...lines, '```'].join('\n');
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1);
}
