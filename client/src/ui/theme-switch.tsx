import { chooseTheme, useTheme } from '#client/lib/theme.ts';
import { IconButton } from './button.tsx';
import { MoonIcon, SunIcon } from './icons.tsx';

/**
 * Switches between dark and light for this browser. Until the user chooses, the theme follows the system. In a full bar
 * its padding keeps it a target of 24 px (WCAG 2.5.8).
 */
export function ThemeSwitch() {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <IconButton label={`Use the ${other} theme`} className="px-0.5" onClick={() => chooseTheme(other)}>
      {other === 'light' ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
