import type { Recap } from '#shared/api/weeks.ts';
import { showGain, showWhole } from '#shared/domain/money.ts';
import { initialOf, isolate } from '#shared/domain/naming.ts';
import { factsOf, figureUnit, headline, plain, subline } from '#shared/words/recap-words.ts';
import { housePath } from './winner-disc.tsx';

// The picture is dark for everybody, so that a group sees one picture: the dark theme's colours (app/styles.css).
const ink = '#eef2f7';
const soft = '#a3b3c5';
const page = '#0c1016';
const gold = '#f4b740';
const won = '#3ecf8e';
const lost = '#ff7b7b';
const line = '#2a3645';
const story = { ground: '#1a1710', edge: '#4a3a16' };
const house = { ground: '#10151d', edge: '#2a3645' };

/** Chosen: the size that phones show upright without cropping. Units are pixels. */
const width = 1080;
const height = 1350;
const margin = 64;
/** The height of the story above the table. */
const storyHeight = 520;
const rowHeight = 64;
/** Chosen: as many rows as fit above the facts. */
const mostRows = 8;
const font = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** The recap as a PNG; null if the browser cannot draw it. No text is smaller than 28 px. */
export async function drawRecap(leagueName: string, recap: Recap): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(recapSvg(leagueName, recap, measureWith(pen)))}`;
  try {
    await image.decode();
  } catch {
    return null;
  }
  pen.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** The width of a text in pixels. */
type Measure = (text: string, size: number, weight: number) => number;

function measureWith(pen: CanvasRenderingContext2D): Measure {
  return (text, size, weight) => {
    pen.font = `${weight} ${size}px ${font}`;
    return pen.measureText(text).width;
  };
}

/** The picture in SVG: plain text, circles and paths. */
export function recapSvg(leagueName: string, recap: Recap, measure: Measure): string {
  const isHouse = recap.winners.length === 0;
  const { ground, edge } = isHouse ? house : story;
  const fitted = (words: string, size: number, weight: number, most: number) =>
    cut(words, (part) => measure(part, size, weight) <= most);
  const parts = [
    rect(0, 0, width, height, page),
    rect(0, 0, width, storyHeight, ground),
    ...[150, 230, 310, 390, 470].map(
      (radius) => `<circle cx="850" cy="215" r="${radius}" fill="none" stroke="${edge}" stroke-width="2"/>`,
    ),
    rect(0, storyHeight, width, height - storyHeight, page),
    disc(recap),
    text(margin, 96, fitted(leagueName, 32, 600, 560), { size: 32, weight: 600, fill: soft }),
    text(margin, 140, `Week ${recap.number}`, { size: 32, weight: 600, fill: soft }),
    ...wrapped(plain(headline(recap)), 3, (part) => measure(part, 68, 800) <= 620).map((words, at) =>
      text(margin, 240 + at * 74, words, { size: 68, weight: 800, fill: ink }),
    ),
    text(margin, 450, `${showGain(recap.net)} ${figureUnit(recap)}`, {
      size: 50,
      weight: 800,
      fill: recap.net > 0 ? won : recap.net < 0 ? lost : soft,
    }),
    text(margin, 496, fitted(plain(subline(recap)), 30, 500, width - 2 * margin), {
      size: 30,
      weight: 500,
      fill: soft,
    }),
    `<path d="M0 ${storyHeight}H${width}" stroke="${edge}" stroke-width="4" stroke-dasharray="2 10" stroke-linecap="round"/>`,
    ...rowsOf(recap, fitted),
    ...factsBelow(recap, measure),
    `<circle cx="${margin + 14}" cy="${height - 52}" r="14" fill="${gold}"/>`,
    text(margin + 42, height - 42, 'Ching', { size: 32, weight: 800, fill: ink }),
    text(width - margin, height - 42, 'Play currency. No real money.', {
      size: 28,
      weight: 500,
      fill: soft,
      anchor: 'end',
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family='${font}'>${parts.join('')}</svg>`;
}

type Fit = (words: string, size: number, weight: number, most: number) => string;

/** The table by rank. The best of the week is in it, also from further down. */
function rowsOf(recap: Recap, fitted: Fit): string[] {
  const inRank = recap.rows
    .filter((row) => row.rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || b.net - a.net);
  const isWinner = (row: Recap['rows'][number]) => recap.winners.some(({ userId }) => userId === row.userId);
  const shown = inRank.slice(0, mostRows);
  const winner = inRank.find(isWinner);
  if (winner && !shown.includes(winner)) shown.splice(-1, 1, winner);
  return shown.flatMap((row, at) => {
    const base = storyHeight + 66 + at * rowHeight;
    const move = row.rankBefore === null || row.rank === null ? 0 : row.rankBefore - row.rank;
    const moved = move === 0 ? '–' : String(Math.abs(move));
    const sign = move > 0 ? triangle(130, base - 21, ink) : move < 0 ? hollow(130, base - 21, soft) : '';
    return [
      isWinner(row) ? rect(margin - 20, base - 42, width - 2 * margin + 40, rowHeight, story.ground, 14) : '',
      text(margin, base, String(row.rank), { size: 32, weight: 700, fill: ink }),
      sign,
      text(move === 0 ? 130 : 156, base, moved, { size: 28, weight: 600, fill: soft }),
      text(212, base, fitted(row.name, 32, 600, 370), { size: 32, weight: 600, fill: ink }),
      text(800, base, showGain(row.net), {
        size: 32,
        weight: 700,
        fill: row.net > 0 ? won : row.net < 0 ? lost : soft,
        anchor: 'end',
      }),
      text(width - margin, base, showWhole(row.balance), { size: 32, weight: 700, fill: ink, anchor: 'end' }),
    ];
  });
}

/** The first two facts above the foot, on at most two lines each. */
function factsBelow(recap: Recap, measure: Measure): string[] {
  const facts = factsOf(recap).slice(0, 2);
  if (facts.length === 0) return [];
  const top = storyHeight + 66 + mostRows * rowHeight - 22;
  const fits = (part: string) => measure(part, 28, 600) <= width - margin - 300;
  let below = top + 50;
  return [
    `<path d="M${margin} ${top}H${width - margin}" stroke="${line}" stroke-width="2"/>`,
    ...facts.flatMap(({ label, who, does }) => {
      const from = below;
      const lines = wrapped(plain([...who, ...does]), 2, fits);
      below += lines.length * 38 + 8;
      return [
        text(margin, from, label, { size: 28, weight: 500, fill: soft }),
        ...lines.map((words, at) => text(300, from + at * 38, words, { size: 28, weight: 600, fill: ink })),
      ];
    }),
  ];
}

function disc({ winners }: Recap): string {
  const [first] = winners;
  if (!first) {
    return `<circle cx="850" cy="215" r="104" fill="${page}" stroke="${gold}" stroke-width="6"/><path transform="translate(790 155) scale(5)" d="${housePath}" fill="none" stroke="${soft}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`;
  }
  const sign = winners.length === 1 ? initialOf(first.name) : String(winners.length);
  return `<defs><radialGradient id="coin" cx="35%" cy="30%" r="75%"><stop offset="0" stop-color="#ffe2a0"/><stop offset="0.6" stop-color="${gold}"/><stop offset="1" stop-color="#d8952a"/></radialGradient></defs><circle cx="850" cy="215" r="112" fill="url(#coin)"/>${text(850, 254, sign, { size: 108, weight: 800, fill: '#241a02', anchor: 'middle' })}`;
}

type TextStyle = { size: number; weight: number; fill: string; anchor?: 'end' | 'middle' };

function text(x: number, y: number, words: string, { size, weight, fill, anchor }: TextStyle): string {
  const at = anchor ? ` text-anchor="${anchor}"` : '';
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}"${at}>${escaped(isolate(words))}</text>`;
}

function rect(x: number, y: number, w: number, h: number, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}" fill="${fill}"/>`;
}

const triangle = (x: number, y: number, fill: string) => `<path d="M${x} ${y + 18}h20l-10 -18z" fill="${fill}"/>`;
const hollow = (x: number, y: number, stroke: string) =>
  `<path d="M${x + 1} ${y + 2}h18l-9 15z" fill="none" stroke="${stroke}" stroke-width="3"/>`;

/** Escapes what ends an element's text in XML, and leaves out the characters that XML 1.0 forbids. */
function escaped(words: string): string {
  const allowed = [...words].filter((letter) => letter >= ' ' && letter !== '\ufffe' && letter !== '\uffff').join('');
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The text, or as much of it as fits with an ellipsis. */
function cut(words: string, fits: (part: string) => boolean): string {
  if (fits(words)) return words;
  const letters = [...words];
  let length = letters.length;
  while (length > 1 && !fits(`${letters.slice(0, length).join('')}…`)) length -= 1;
  return `${letters.slice(0, length).join('').trimEnd()}…`;
}

/** The text in at most `most` lines, broken between words; a word or a last line that is too long is cut. */
function wrapped(words: string, most: number, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let rest = words.split(' ');
  while (rest.length > 0 && lines.length < most - 1) {
    let count = 1;
    while (count < rest.length && fits(rest.slice(0, count + 1).join(' '))) count += 1;
    lines.push(cut(rest.slice(0, count).join(' '), fits));
    rest = rest.slice(count);
  }
  return rest.length > 0 ? [...lines, cut(rest.join(' '), fits)] : lines;
}
