import { createElement, Fragment } from 'react';
import { Name } from '#client/ui/name.tsx';
import type { Words } from '#shared/words/recap-words.ts';

/** A phrase whose typed names have elements of their own direction. */
export function Phrase({ words }: { words: Words }) {
  const parts = words.map((part) => (typeof part === 'string' ? part : createElement(Name, null, part.name)));
  return createElement(Fragment, null, ...parts);
}
