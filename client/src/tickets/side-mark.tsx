import { TeamMark } from '#client/ui/team-mark.tsx';
import type { GameView } from '#shared/api/games.ts';
import type { Side } from '#shared/domain/side.ts';

type Teams = Pick<
  GameView,
  | 'homeTeamAbbr'
  | 'homeTeamColor'
  | 'homeTeamAlternateColor'
  | 'awayTeamAbbr'
  | 'awayTeamColor'
  | 'awayTeamAlternateColor'
>;

/** The picked team's mark, blank while its game is not known; else a neutral one: O and U for a total, X for the draw. */
export function SideMark({ side, game }: { side: Side; game: Teams | null }) {
  switch (side) {
    case 'home':
      return (
        <TeamMark
          small
          abbr={game?.homeTeamAbbr ?? ''}
          color={game?.homeTeamColor ?? null}
          alternate={game?.homeTeamAlternateColor ?? null}
        />
      );
    case 'away':
      return (
        <TeamMark
          small
          abbr={game?.awayTeamAbbr ?? ''}
          color={game?.awayTeamColor ?? null}
          alternate={game?.awayTeamAlternateColor ?? null}
        />
      );
    case 'over':
      return <TeamMark small abbr="O" color={null} alternate={null} />;
    case 'under':
      return <TeamMark small abbr="U" color={null} alternate={null} />;
    case 'draw':
      return <TeamMark small abbr="X" color={null} alternate={null} />;
  }
}
