import { encode } from 'uqr';

/** The quiet zone of ISO/IEC 18004, in modules: cameras may miss a code without it. */
const quietZone = 4;

/** A text as a QR code: dark on white in both themes, because some cameras do not read an inverted one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = encode(text, { ecc: 'M', border: quietZone });
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${data.length} ${data.length}`}
      shapeRendering="crispEdges"
      className="mx-auto block w-full max-w-54 rounded-2xl border border-edge bg-white"
    >
      <path fill="#1a2230" d={modules.join('')} />
    </svg>
  );
}
