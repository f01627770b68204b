type TeamMarkProps = { abbr: string; color: string | null; alternate: string | null; small?: boolean };

/**
 * A team's abbreviation on its colour, with its second colour as bottom border. Decoration only: the name is beside it.
 */
export function TeamMark({ abbr, color, alternate, small = false }: TeamMarkProps) {
  const ground = hex(color) ?? '#3b4757';
  return (
    <span
      aria-hidden="true"
      style={{ background: ground, color: inkOn(ground), borderBottomColor: hex(alternate) ?? '#8798ac' }}
      className={`grid shrink-0 place-items-center rounded-[9px] border-b-4 font-extrabold ${small ? 'h-[1.375rem] w-[1.75rem] border-b-[3px]' : 'size-[1.875rem]'} ${small || abbr.length > 3 ? 'text-3xs' : 'text-2xs'} ${abbr.length > 3 ? 'tracking-tighter' : ''}`}
    >
      {abbr.slice(0, 4)}
    </span>
  );
}

/** Feeds send colours with or without '#'; anything else is no colour. */
function hex(color: string | null): string | null {
  const match = /^#?([0-9a-f]{6})$/i.exec(color ?? '');
  return match ? `#${match[1]}` : null;
}

/** Black or white: the one with the higher contrast on the colour, which is always 4.5 or more (WCAG 1.4.3). */
function inkOn(ground: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(ground.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
