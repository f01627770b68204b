import { CheckIcon } from '#client/ui/page-icons.tsx';
import type { NoticeSettings } from '#shared/api/notice-settings.ts';
import { type MailKind, mailKinds } from '#shared/domain/notice-settings.ts';
import { type NoticeKind, noticeKinds } from '#shared/domain/notification.ts';
import type { SettingsChange } from './mutations.ts';

const words: Record<NoticeKind, readonly [name: string, when: string]> = {
  settled: ['Settled bets', 'One a day, not one a bet'],
  corrected: ['Corrections', 'When your balance moved'],
  recap: ['Week recap', 'Tuesday morning'],
  eligibility: ['Fair play reminder', 'Monday, when a week is missing'],
  closes: ['League closes', 'A day before'],
  final: ['League is final', 'How it ended'],
  joined: ['Somebody joined', 'Leagues you own'],
  asked: ['Requests to join', 'Leagues you run'],
  announcement: ['Announcements', 'From who runs a league'],
  season: ['Next season', 'An invitation to play again'],
};

type KindsTableProps = { settings: NoticeSettings; onChange: (change: SettingsChange) => void };

const isMailKind = (kind: NoticeKind): kind is MailKind => (mailKinds as readonly NoticeKind[]).includes(kind);

/**
 * A row a kind, and a box a channel. The inbox has every kind, so its boxes are always on; two kinds come by mail. An
 * account of a demo has no address, and no column for mail.
 */
export function KindsTable({ settings: { push, mail, mailAddress }, onChange }: KindsTableProps) {
  const columns = mailAddress ? 'max-[18rem]:grid-cols-3' : 'max-[18rem]:grid-cols-2';
  const across = mailAddress ? 'max-[18rem]:col-span-3' : 'max-[18rem]:col-span-2';
  return (
    <table className="w-full border-collapse max-[18rem]:block">
      <caption className="sr-only">Notices by kind and channel</caption>
      <thead className="max-[18rem]:block">
        <tr className={`text-note font-semibold text-soft max-[18rem]:grid ${columns}`}>
          <th scope="col" className={`pb-1 text-left ${across}`}>
            Notify me about
          </th>
          <Channel name="Inbox" />
          <Channel name="Push" />
          {mailAddress && <Channel name="Mail" />}
        </tr>
      </thead>
      <tbody className="max-[18rem]:block">
        {noticeKinds.map((kind) => {
          const [name, when] = words[kind];
          return (
            <tr key={kind} className={`border-t border-edge max-[18rem]:grid ${columns}`}>
              <th scope="row" className={`py-1.5 pr-2 text-left leading-snug font-normal ${across}`}>
                <span className="block font-semibold">{name}</span>
                <span className="block text-note text-soft">{when}</span>
              </th>
              <Box label={`${name}, inbox`} isOn isFixed />
              <Box
                label={`${name}, push`}
                isOn={push[kind]}
                onChange={(isOn) => onChange({ push: { [kind]: isOn } })}
              />
              {mailAddress &&
                (isMailKind(kind) ? (
                  <Box
                    label={`${name}, mail`}
                    isOn={mail[kind]}
                    onChange={(isOn) => onChange({ mail: { [kind]: isOn } })}
                  />
                ) : (
                  <td />
                ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Channel({ name }: { name: string }) {
  return (
    <th scope="col" className="w-13 min-w-12 pb-1 text-center whitespace-nowrap max-[18rem]:w-auto">
      {name}
    </th>
  );
}

type BoxProps = { label: string; isOn: boolean; isFixed?: boolean; onChange?: (isOn: boolean) => void };

/** A cell with a check box that is 48 px wide and high, as far as a finger can tell. */
function Box({ label, isOn, isFixed = false, onChange }: BoxProps) {
  return (
    <td>
      <label className={`relative mx-auto grid size-12 place-items-center ${isFixed ? '' : 'cursor-pointer'}`}>
        <input
          type="checkbox"
          aria-label={label}
          checked={isOn}
          disabled={isFixed}
          onChange={(event) => onChange?.(event.target.checked)}
          className="peer absolute inset-0 size-12 cursor-[inherit] opacity-0"
        />
        <span
          aria-hidden="true"
          className="grid size-6 place-items-center rounded-[7px] border-2 border-faint text-transparent peer-checked:border-gold peer-checked:bg-gold peer-checked:text-gold-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-gold-text peer-disabled:border-edge peer-disabled:bg-raised peer-disabled:text-soft [&>svg]:size-4"
        >
          <CheckIcon />
        </span>
      </label>
    </td>
  );
}
