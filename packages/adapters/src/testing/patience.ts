/** Milliseconds for an answer of a stand-in: longer than a busy machine takes. */
export const patient = 10_000

/** A stand-in that was told to say nothing is not waited for so long, until its faults are cleared. */
export function waitFor(kind: string, settings: { timeout_ms?: number }): void {
  if (kind.startsWith('timeout')) settings.timeout_ms = 400
}
