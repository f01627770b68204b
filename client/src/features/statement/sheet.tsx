import { Link } from 'wouter';
import { Button } from '#client/ui/button.tsx';
import { DownloadLink } from '#client/ui/download-link.tsx';
import { Name } from '#client/ui/name.tsx';
import { addressOf, type ReplyOutput } from '#shared/api/endpoint.ts';
import { type leagueStatement, leagueStatementFile } from '#shared/api/statement.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { showExact } from '#shared/domain/money.ts';

type Statement = ReplyOutput<typeof leagueStatement>;

/** With text of twice the usual size on a phone, amount and balance are below the words instead of beside them. */
const [beside, below] = ['max-[16rem]:hidden', 'min-[16rem]:hidden'];

/** A sheet of a statement, what it comes to, and how to keep and prove it. Source: docs/screens.md#statement. */
export function Sheet({ statement }: { statement: Statement }) {
  const { league, member, entries, balance, digest, rows, sheet, sheets } = statement;
  return (
    <>
      <p className="max-w-[70ch] text-soft">
        <Name>{member}</Name> has <strong className="text-ink tabular-nums">{showExact(balance)} Ching</strong>{' '}
        available after {entries === 1 ? '1 entry' : `${entries.toLocaleString('en-US')} entries`}. Stakes of open bets
        are taken off.
      </p>
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <DownloadLink href={addressOf(leagueStatementFile, { id: league.id })}>Save as CSV</DownloadLink>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <Sheets leagueId={league.id} sheet={sheet} sheets={sheets} />
      <table className="mt-3 w-full max-w-200 border-collapse text-left print:max-w-none">
        <caption className="sr-only">
          Entries, sheet {sheet} of {sheets}
        </caption>
        <thead>
          <tr className="border-b border-edge text-note text-soft">
            <th scope="col" className="py-2 pr-3 font-semibold">
              Entry
            </th>
            <th scope="col" className={`py-2 pr-3 text-right font-semibold ${beside}`}>
              Amount
            </th>
            <th scope="col" className={`py-2 text-right font-semibold ${beside}`}>
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.number} row={row} />
          ))}
        </tbody>
      </table>
      <Sheets leagueId={league.id} sheet={sheet} sheets={sheets} />
      <section
        aria-labelledby="proof"
        className="mt-6 max-w-200 break-inside-avoid rounded-2xl border border-edge bg-surface p-4"
      >
        <h2 id="proof" className="font-bold">
          Check that nothing was changed
        </h2>
        <p className="mt-1 max-w-[70ch] text-note text-soft">
          Keep the CSV, and save another one later. Whoever has Ching's code runs{' '}
          <code className="wrap-anywhere text-ink">npm run verify-statement -- OLD.csv NEW.csv</code>, which says
          whether every old entry still stands.
        </p>
        <p className="mt-2 text-note text-soft">
          Digest of entry {entries}: <code className="wrap-anywhere text-ink">{digest}</code>
        </p>
      </section>
    </>
  );
}

function Row({ row }: { row: Statement['rows'][number] }) {
  const { number, at, words, amount, balance } = row;
  const moved = `${amount > 0 ? '+' : ''}${showExact(amount)}`;
  return (
    <tr className="break-inside-avoid border-b border-edge align-top">
      <th scope="row" className="py-2.5 pr-3 font-normal">
        <span className="block wrap-anywhere">
          <Name>{words}</Name>
        </span>
        <span className={`block tabular-nums ${below}`}>{moved}</span>
        <span className={`block tabular-nums ${below}`}>
          Balance <span className="font-semibold">{showExact(balance)}</span>
        </span>
        <span className="block text-note text-soft">
          {number} · <time dateTime={at}>{showInstant(new Date(at))}</time>
        </span>
      </th>
      <td className={`py-2.5 pr-3 text-right tabular-nums ${beside}`}>{moved}</td>
      <td className={`py-2.5 text-right font-semibold tabular-nums ${beside}`}>{showExact(balance)}</td>
    </tr>
  );
}

type SheetsProps = { leagueId: string; sheet: number; sheets: number };

/** Links to the sheets before and after. */
function Sheets({ leagueId, sheet, sheets }: SheetsProps) {
  if (sheets === 1) return null;
  const pathOf = (wanted: number) => `/league/${leagueId}/statement?sheet=${wanted}`;
  const link = 'inline-flex min-h-11 items-center font-semibold text-info underline-offset-4 hover:underline';
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center gap-x-5 text-note">
      {sheet > 1 && (
        <Link href={pathOf(sheet - 1)} className={`${link} print:hidden`}>
          Earlier entries
        </Link>
      )}
      <span className="text-soft">
        Sheet {sheet} of {sheets}
      </span>
      {sheet < sheets && (
        <Link href={pathOf(sheet + 1)} className={`${link} print:hidden`}>
          Later entries
        </Link>
      )}
    </div>
  );
}
