import { useSite } from '#client/lib/site.ts';
import { simulatedLimits } from '#shared/domain/rulebook.ts';
import { sportRules, sports } from '#shared/domain/sport.ts';

const columns = ['What counts', 'If it is not played', 'Good to know'] as const;
const cell = 'py-1.5 align-top md:py-3 md:pr-5';
const labelled =
  'max-md:before:block max-md:before:text-note max-md:before:font-semibold max-md:before:text-faint max-md:before:content-[attr(data-label)]';

/** The settlement rules of each sport, with the texts that settled bets cite. On a phone each sport is a card. */
export function RuleTable() {
  const { simulated } = useSite();
  return (
    <>
      <table className="mt-3 w-full border-collapse text-body max-md:block">
        <thead className="max-md:sr-only">
          <tr className="text-left text-note text-faint">
            <th scope="col" className="py-2 pr-5 font-semibold">
              Sport
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="w-[30%] py-2 pr-5 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-3">
          {sports.map((sport) => {
            const { counts, unplayed, details } = sportRules[sport].rulebook;
            return (
              <tr
                key={sport}
                className="max-md:block max-md:rounded-xl max-md:bg-raised max-md:px-4 max-md:py-2.5 md:border-t md:border-edge"
              >
                <th scope="row" className={`text-left font-bold max-md:block ${cell}`}>
                  {sport}
                </th>
                {[counts, unplayed, details].map((words, at) => (
                  <td
                    key={columns[at]}
                    data-label={columns[at]}
                    className={`text-soft max-md:block ${cell} ${words ? labelled : 'max-md:hidden'}`}
                  >
                    {words}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {simulated && <p className="mt-3">{simulatedLimits}</p>}
    </>
  );
}
