import { useState } from 'react';
import { Tabs } from '#client/ui/tabs.tsx';
import { type Sport, sports } from '#shared/domain/sport.ts';
import { useSportTurns } from './sport-loading.ts';
import { SportSlate, type SportSlateProps } from './sport-slate.tsx';

/** The games of the six sports, a tab each, NFL first. */
export function Slate(props: SportSlateProps) {
  const [sport, setSport] = useState<Sport>('NFL');
  const turns = useSportTurns();
  return (
    <Tabs
      value={sport}
      onValueChange={setSport}
      label="Sport"
      look="pill"
      options={sports.map((value) => ({ value, label: value }))}
      className="@container"
    >
      <SportSlate key={sport} sport={sport} hasTurn={turns.has(sport)} {...props} />
    </Tabs>
  );
}
