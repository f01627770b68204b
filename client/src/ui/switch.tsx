type SwitchProps = {
  label: string;
  /** The id of the label, for parts of the page that the switch changes. */
  labelId: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** A button that is on or off, with its label in front. */
export function Switch({ label, labelId, isOn, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className="inline-flex min-h-11 items-center gap-2.5 text-left text-sm font-semibold"
    >
      <span id={labelId}>{label}</span>
      <span
        aria-hidden="true"
        className={`flex h-6 w-10.5 shrink-0 items-center rounded-full border p-0.5 ${isOn ? 'justify-end border-gold bg-gold' : 'border-soft'}`}
      >
        <span className={`size-4.5 rounded-full ${isOn ? 'bg-gold-ink' : 'bg-soft'}`} />
      </span>
    </button>
  );
}
