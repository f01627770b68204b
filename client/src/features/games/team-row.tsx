import { Name } from '#client/ui/name.tsx';
import { TeamMark } from '#client/ui/team-mark.tsx';
import { sportRules } from '#shared/domain/sport.ts';
import type { SlateGame } from './slate-game.ts';

export type Team = 'away' | 'home';

/** Both teams in the order of the card: away first, in soccer home first. */
export function teamOrder({ sport }: SlateGame): readonly [Team, Team] {
  return sportRules[sport].listsHomeFirst ? ['home', 'away'] : ['away', 'home'];
}

type TeamProps = { game: SlateGame; team: Team };

/**
 * A team beside its odds: mark, rank and name, which may take two lines, and below whether it is away or home, and its
 * city.
 */
export function TeamRow({ game, team }: TeamProps) {
  const { rank, name, rest, place } = partsOf(game, team);
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <Mark game={game} team={team} />
      <div className="min-w-0 leading-tight">
        <p className="flex gap-1">
          <Rank rank={rank} />
          <span className="line-clamp-2 font-semibold wrap-anywhere [@media(hover:none)]:cursor-pointer [@media(hover:none)]:[&:hover]:line-clamp-none">
            <Name>{name}</Name>
          </span>
        </p>
        <p className="flex gap-1 text-xs text-soft">
          <span className="shrink-0">
            {place}
            {rest && ' · '}
          </span>
          {rest && (
            <span className="min-w-0 truncate">
              <Name>{rest}</Name>
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

/**
 * A team in one line, beside its score: '#5 Ole Miss Rebels Away', 'Kansas City Chiefs Home'. If the line is too long,
 * the part of the name that fans leave out is cut first.
 */
export function TeamLine({ game, team }: TeamProps) {
  const { rank, name, rest, restFirst, place } = partsOf(game, team);
  const restOfName = rest && (
    <span className="min-w-0 shrink-[999] truncate text-soft">
      <Name>{rest}</Name>
    </span>
  );
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2 max-[16rem]:basis-full">
      <Mark game={game} team={team} small />
      <p className="flex min-w-0 items-baseline gap-x-1 max-[16rem]:flex-wrap">
        <Rank rank={rank} />
        {restFirst && restOfName}
        <b className="min-w-0 truncate font-semibold">
          <Name>{name}</Name>
        </b>
        {!restFirst && restOfName}
        <span className="ml-1 shrink-0 text-xs text-faint">{place}</span>
      </p>
    </div>
  );
}

function Rank({ rank }: { rank: number | null }) {
  return rank === null ? null : <span className="shrink-0 text-soft">#{rank}</span>;
}

function Mark({ game, team, small = false }: TeamProps & { small?: boolean }) {
  const away = team === 'away';
  return (
    <TeamMark
      small={small}
      abbr={away ? game.awayTeamAbbr : game.homeTeamAbbr}
      color={away ? game.awayTeamColor : game.homeTeamColor}
      alternate={away ? game.awayTeamAlternateColor : game.homeTeamAlternateColor}
    />
  );
}

/** The parts of a team's name. `name` is what fans call it, and `rest` is null when that is the whole name. */
function partsOf(game: SlateGame, team: Team) {
  const { hasRanks, knownBy } = sportRules[game.sport];
  const away = team === 'away';
  const own = away ? game.awayTeamName : game.homeTeamName;
  const city = away ? game.awayTeamCity : game.homeTeamCity;
  const bySchool = knownBy === 'school' && city !== '';
  const [name, rest] = bySchool ? [city, own] : [own, city];
  return {
    rank: hasRanks ? (away ? game.awayTeamRank : game.homeTeamRank) : null,
    name,
    rest: rest === name || rest === '' ? null : rest,
    restFirst: !bySchool,
    place: away ? 'Away' : 'Home',
  };
}
