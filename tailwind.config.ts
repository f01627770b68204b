import type { Config } from 'tailwindcss';

/** Names for the design tokens of client/src/app/styles.css, which defines both themes. */
export default {
  theme: {
    extend: {
      colors: {
        page: 'var(--page)',
        surface: 'var(--surface)',
        raised: 'var(--raised)',
        edge: 'var(--edge)',
        placeholder: 'var(--placeholder)',
        ink: 'var(--ink)',
        soft: 'var(--soft)',
        faint: 'var(--faint)',
        gold: 'var(--gold)',
        'gold-ink': 'var(--gold-ink)',
        'gold-soft': 'var(--gold-soft)',
        'gold-text': 'var(--gold-text)',
        'quiet-line': 'var(--quiet-line)',
        story: 'var(--story)',
        'story-edge': 'var(--story-edge)',
        house: 'var(--house)',
        won: 'var(--won)',
        lost: 'var(--lost)',
        live: 'var(--live)',
        'live-edge': 'var(--live-edge)',
        info: 'var(--info)',
        'medal-gold': 'var(--medal-gold)',
        'medal-silver': 'var(--medal-silver)',
        'medal-bronze': 'var(--medal-bronze)',
      },
      fontFamily: { sans: ['"Inter Variable"', 'system-ui', 'sans-serif'] },
      boxShadow: { float: 'var(--float)' },
    },
  },
} satisfies Config;
