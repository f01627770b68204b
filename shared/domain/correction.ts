/** How long after its first result a game may be corrected, whoever does it. Source: docs/house-rules.md#corrections. */
export const correctionHours = 72;
