import zones from './remote-islands.json' with { type: 'json' }

/**
 * Postcode prefixes and complete codes of islands without a road connection, computed from Japan Post's address data.
 * `okinawa` is its main island, which is not a 離島 (its longer delivery is a lead of the prefecture). The law has no
 * such list: a shop whose carrier draws the line elsewhere changes the file.
 */
const zoneOfPrefix = new Map<string, Zone>([
  ...zones.okinawa.map((prefix) => [prefix, 'okinawa'] as const),
  ...zones.island.map((prefix) => [prefix, 'island'] as const),
])

type Zone = 'mainland' | 'okinawa' | 'island'

/** The zone of a postcode, by its longest matching prefix; `postalCode` has seven digits. */
export function deliveryZone(postalCode: string): Zone {
  for (let length = postalCode.length; length > 0; length--) {
    const zone = zoneOfPrefix.get(postalCode.slice(0, length))
    if (zone) return zone
  }
  return 'mainland'
}

/** 離島: takes longer, and orders are not bundled. */
export const isRemoteIsland = (postalCode: string): boolean => deliveryZone(postalCode) === 'island'
