import { createHmac } from 'node:crypto'

/**
 * Whether a unit is in the holdout group. The keyed hash of the unit alone decides, so the answer never changes.
 * Nobody can predict it without the salt.
 */
export function isInHoldout(salt: string, unit: number, holdout_percent: number): boolean {
  const digest = createHmac('sha256', salt).update(String(unit)).digest()
  return Number(digest.readBigUInt64BE() >> 11n) / 2 ** 53 < holdout_percent / 100
}
