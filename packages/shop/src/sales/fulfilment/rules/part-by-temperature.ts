import type { Temperature } from '@kushi/values/shipment'

/**
 * 温度帯 of an order's parcels: frozen goods go in a parcel of their own; goods that need no cooling join the chilled
 * ones.
 */
export function partByTemperature<P extends { temperature: Temperature }>(
  pieces: readonly P[],
): { temperature: Temperature; pieces: P[] }[] {
  const frozen = pieces.filter(({ temperature }) => temperature === 'frozen')
  const others = pieces.filter(({ temperature }) => temperature !== 'frozen')
  const isCool = others.some(({ temperature }) => temperature === 'chilled')
  return [
    { temperature: isCool ? ('chilled' as const) : ('normal' as const), pieces: others },
    { temperature: 'frozen' as const, pieces: frozen },
  ].filter((part) => part.pieces.length > 0)
}
