import { useState } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { CheckIcon, CopyIcon } from '#client/ui/icons.tsx';
import { toast } from '#client/ui/toast-store.ts';

/** The join code with a copy button. */
export function LeagueCode({ code }: { code: string }) {
  return (
    <p className="flex items-center gap-1 rounded-xl border border-edge bg-raised pl-3 text-sm text-soft whitespace-nowrap">
      League Code
      <b className="ml-1.5 flex-1 text-base tracking-[0.14em] text-ink select-all">{code}</b>
      <CopyCodeButton code={code} />
    </p>
  );
}

/** Copies the code. Pass the code as `key`, so that a new code does not show the check mark of the old one. */
export function CopyCodeButton({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      toast('League code copied', `Share ${code} with your friends.`);
    } catch {
      // Browsers offer no clipboard over plain http (a phone on the home network) or without permission.
      toast('Copying is not possible here', `The league code is ${code}.`);
    }
  };
  return (
    <IconButton label="Copy league code" onClick={copy}>
      {isCopied ? <CheckIcon /> : <CopyIcon />}
    </IconButton>
  );
}
