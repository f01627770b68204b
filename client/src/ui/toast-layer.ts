let layer: HTMLElement | null = null;

/**
 * The element that contains the notifications, above and outside of everything else, modals included.
 *
 * A modal hides all other elements from screen readers except live regions. `aria-live="off"` makes the element a live
 * region that announces nothing by itself.
 */
export function toastLayer(): HTMLElement {
  if (!layer) {
    layer = document.createElement('div');
    layer.setAttribute('aria-live', 'off');
    document.body.append(layer);
  }
  return layer;
}

/** Whether an event comes from a notification. */
export function isInToast({ target }: Event): boolean {
  return target instanceof Node && toastLayer().contains(target);
}
