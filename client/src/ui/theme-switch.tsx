import { useState } from 'react';
import { chooseTheme, theme } from '#client/lib/theme.ts';
import { IconButton } from './button.tsx';
import { MoonIcon, SunIcon } from './icons.tsx';

/** Switches between dark and light for this browser. The first theme is the system's. */
export function ThemeSwitch() {
  const [shown, setShown] = useState(theme);
  const other = shown === 'dark' ? 'light' : 'dark';
  const change = () => {
    chooseTheme(other);
    setShown(other);
  };
  return (
    <IconButton label={`Use the ${other} theme`} className="shrink-0" onClick={change}>
      {other === 'light' ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
