import { TeamMark } from '#client/ui/team-mark.tsx';
import { sportRules } from '#shared/domain/sport.ts';
import type { SlateGame } from './slate-game.ts';

type TeamRowProps = {
  game: SlateGame;
  team: 'away' | 'home';
  /** Whether to show 'Away' or 'Home' beside the city. */
  named?: boolean;
};

/** A team of a game: mark, name and city, in college football '#5 Georgia'. */
export function TeamRow({ game, team, named = false }: TeamRowProps) {
  const away = team === 'away';
  const name = away ? game.awayTeamName : game.homeTeamName;
  const city = away ? game.awayTeamCity : game.homeTeamCity;
  const rank = sportRules[game.sport].hasRanks ? (away ? game.awayTeamRank : game.homeTeamRank) : null;
  const rankAndCity = [rank === null ? '' : `#${rank}`, city === name ? '' : city].filter(Boolean).join(' ');
  const small = [rankAndCity, named ? (away ? 'Away' : 'Home') : ''].filter(Boolean).join(' · ');
  return (
    <div className="flex min-w-0 items-center gap-2">
      <TeamMark
        abbr={away ? game.awayTeamAbbr : game.homeTeamAbbr}
        color={away ? game.awayTeamColor : game.homeTeamColor}
        alternate={away ? game.awayTeamAlternateColor : game.homeTeamAlternateColor}
      />
      <div className="min-w-0 leading-tight">
        <p className="truncate font-semibold" title={name}>
          {name}
        </p>
        {small && <p className="truncate text-[12.5px] text-soft">{small}</p>}
      </div>
    </div>
  );
}
