import { useState } from 'react';
import { chooseTheme, theme } from '#client/lib/theme.ts';
import { IconButton } from './button.tsx';
import { MoonIcon, SunIcon } from './icons.tsx';

/**
 * Switches between dark and light for this browser. The first theme is the system's. In a full bar it is as narrow as a
 * target may be: 24 px (WCAG 2.5.8).
 */
export function ThemeSwitch() {
  const [shown, setShown] = useState(theme);
  const other = shown === 'dark' ? 'light' : 'dark';
  const change = () => {
    chooseTheme(other);
    setShown(other);
  };
  return (
    <IconButton label={`Use the ${other} theme`} className="min-w-[24px]" onClick={change}>
      {other === 'light' ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
