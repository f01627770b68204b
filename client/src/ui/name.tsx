import type { PointerEvent } from 'react';

/**
 * A name that a person typed. `<bdi>` derives the direction from the name's letters, and isolates the text around it
 * from that direction and from bidirectional characters in the name.
 *
 * A parent with the class `truncate` cuts the name at its own end (styles.css), one with `line-clamp-2` after two
 * lines. The whole name is then the tooltip; on a touch screen, a tap shows it.
 */
export function Name({ children }: { children: string }) {
  return (
    <bdi dir="auto" onPointerEnter={showWhole}>
      {children}
    </bdi>
  );
}

/** Sets the tooltip of a cut name. Whether it is cut depends on the layout, so it is measured when it is needed. */
function showWhole({ currentTarget: name }: PointerEvent<HTMLElement>) {
  const box = name.closest('.line-clamp-2') ?? name;
  const isCut = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
  if (isCut) name.title = name.textContent;
  else name.removeAttribute('title'); // an empty one would hide that of an element around it
}
