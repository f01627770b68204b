import { useId } from 'react';
import { browserZone } from '#client/lib/browser-zone.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { type NoticeSettings, wallText } from '#shared/api/notice-settings.ts';
import { defaultQuietHours, timeZoneOf } from '#shared/domain/quiet-hours.ts';
import type { SettingsChange } from './mutations.ts';

type QuietHoursProps = { settings: NoticeSettings; onChange: (change: SettingsChange) => void };
type Hours = NonNullable<NoticeSettings['quietHours']>;

/** When nothing is pushed, by the wall clock of the viewer's time zone. */
export function QuietHours({ settings: { quietHours, timeZone }, onChange }: QuietHoursProps) {
  const labelId = useId();
  const here = timeZoneOf(browserZone());
  const set = ({ from, until }: Hours) =>
    onChange({
      quietHours: { from: wallText(from), until: wallText(until) },
      ...(timeZone === null && here !== null && { timeZone: here }),
    });
  const counted = timeZone ?? defaultQuietHours.timeZone;
  return (
    <div className="grid gap-2 border-t border-edge pt-2.5">
      <div className="*:w-full *:justify-between *:text-base">
        <Switch
          label="Quiet hours"
          labelId={labelId}
          isOn={quietHours !== null}
          onChange={(isOn) => (isOn ? set(defaultQuietHours) : onChange({ quietHours: null }))}
        />
      </div>
      {quietHours && (
        <>
          <div className="grid gap-2.5 min-[16rem]:grid-cols-2">
            <TimeField
              label="From"
              value={quietHours.from}
              without={quietHours.until}
              onChange={(from) => set({ ...quietHours, from })}
            />
            <TimeField
              label="Until"
              value={quietHours.until}
              without={quietHours.from}
              onChange={(until) => set({ ...quietHours, until })}
            />
          </div>
          <p className="text-note text-soft">
            Your time, {zoneWords(counted)}. Push waits until then; the inbox does not.
          </p>
          {here !== null && zoneHere(counted) !== here && (
            <Button className="justify-self-start whitespace-normal" onClick={() => onChange({ timeZone: here })}>
              Use the time of {zoneWords(here)}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** The name that this browser has for a stored zone: browsers and servers name some zones differently. */
function zoneHere(timeZone: string): string {
  return timeZoneOf(timeZone) ?? timeZone;
}

/** 'America/Argentina/Buenos_Aires' as 'Buenos Aires'. */
function zoneWords(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

const halfHours = Array.from({ length: 48 }, (_, at) => 30 * at);

type TimeFieldProps = { label: string; value: number; without: number; onChange: (minute: number) => void };

/** A time of the day. `without` is the one that cannot be chosen: quiet hours end at another time than they begin. */
function TimeField({ label, value, without, onChange }: TimeFieldProps) {
  const options = halfHours.includes(value) ? halfHours : [...halfHours, value].sort((a, b) => a - b);
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {options.map((minute) => (
        <option key={minute} value={minute} disabled={minute === without}>
          {clockWords(minute)}
        </option>
      ))}
    </SelectField>
  );
}

/** '10:00 PM'. */
function clockWords(minute: number): string {
  const hour = Math.floor(minute / 60);
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}
