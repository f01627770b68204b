import { useState } from 'react';
import { chooseTheme, theme } from '#client/lib/theme.ts';
import { IconButton } from './button.tsx';
import { MoonIcon, SunIcon } from './icons.tsx';

/**
 * Switches between dark and light for this browser. The first theme is the system's. In a full bar its padding keeps
 * it a target of 24 px (WCAG 2.5.8).
 */
export function ThemeSwitch() {
  const [shown, setShown] = useState(theme);
  const other = shown === 'dark' ? 'light' : 'dark';
  const change = () => {
    chooseTheme(other);
    setShown(other);
  };
  return (
    <IconButton label={`Use the ${other} theme`} className="px-0.5" onClick={change}>
      {other === 'light' ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
