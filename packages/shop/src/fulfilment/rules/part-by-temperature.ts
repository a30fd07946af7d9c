import type { Temperature } from '@kushi/values/shipment'

/**
 * 温度帯 of the parcels of an order: what is frozen travels by itself, what needs no cooling rides along with what is chilled.
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
