import { useState } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { CheckIcon, CopyIcon } from '#client/ui/page-icons.tsx';
import { copyCode } from './pass-on.ts';

/** The join code with a copy button. */
export function LeagueCode({ code }: { code: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 rounded-xl border border-edge bg-raised pl-3 text-sm text-soft">
      League Code
      <b className="flex-1 text-base tracking-[0.14em] text-ink select-all">{code}</b>
      <CopyCodeButton code={code} />
    </p>
  );
}

/** The join code in large letters, to be read out. */
export function LargeCode({ code }: { code: string }) {
  return (
    <p className="pl-[0.12em] text-center text-3xl font-bold tracking-[0.12em]">
      <span className="sr-only">League code: </span>
      <span className="select-all">
        {code.slice(0, 3)}
        <wbr />
        {code.slice(3)}
      </span>
    </p>
  );
}

/** Copies the code. Pass the code as `key`, so that a new code does not show the check mark of the old one. */
export function CopyCodeButton({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <IconButton label="Copy league code" onClick={async () => setCopied(await copyCode(code))}>
      {isCopied ? <CheckIcon /> : <CopyIcon />}
    </IconButton>
  );
}
