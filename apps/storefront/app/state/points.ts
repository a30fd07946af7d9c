import { MAX_POINTS } from '@kushi/values/points'
import { browserStorage, readJson, writeJson } from './storage.ts'

const POINTS_KEY = 'kushi.points'

/** ポイント that the member wants to use in the next order; 0: none. */
export function pointsToUse(): number {
  const kept = readJson(browserStorage(), POINTS_KEY)
  return typeof kept === 'number' && Number.isInteger(kept) && kept > 0 && kept <= MAX_POINTS ? kept : 0
}

/** 0: none, also after an order. */
export const savePointsToUse = (points: number): void =>
  writeJson(browserStorage(), POINTS_KEY, points > 0 ? Math.min(points, MAX_POINTS) : null)
