let layer: HTMLElement | null = null;

/**
 * The element of the page that notifications stand in, above and outside of everything else, modals included.
 *
 * A modal hides all else from screen readers, save what is a live region: 'off' is one that announces nothing by
 * itself.
 */
export function toastLayer(): HTMLElement {
  if (!layer) {
    layer = document.createElement('div');
    layer.setAttribute('aria-live', 'off');
    document.body.append(layer);
  }
  return layer;
}
