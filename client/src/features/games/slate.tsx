import { useEffect } from 'react';
import { Tabs } from '#client/ui/tabs.tsx';
import { sports } from '#shared/domain/sport.ts';
import { useSlateView } from './slate-view.ts';
import { useSportLoading } from './sport-loading.ts';
import { SportSlate, type SportSlateProps } from './sport-slate.tsx';

type SlateProps = Omit<SportSlateProps, 'filter' | 'onFilter'> & {
  /** Called once all sports are loaded, when the network is free to preload other parts. */
  onAllReady: () => void;
};

/** The games of the six sports, a tab each, NFL first. */
export function Slate({ onAllReady, ...props }: SlateProps) {
  const { sport, filter, setSport, setFilter } = useSlateView();
  const { of, isNflReady, areAllReady } = useSportLoading();
  useEffect(() => {
    if (areAllReady) onAllReady();
  }, [areAllReady, onAllReady]);
  return (
    <div aria-busy={sport === 'NFL' && !isNflReady && of.NFL !== 'error'}>
      <Tabs
        value={sport}
        onValueChange={setSport}
        label="Sport"
        variant="pill"
        options={sports.map((value) => ({ value, label: value }))}
        className="@container"
      >
        <SportSlate key={sport} sport={sport} loading={of[sport]} filter={filter} onFilter={setFilter} {...props} />
      </Tabs>
    </div>
  );
}
