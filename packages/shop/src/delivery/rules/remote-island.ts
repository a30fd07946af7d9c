import zones from './remote-islands.json' with { type: 'json' }

/**
 * Postcode prefixes and single codes, computed from the address data of Japan Post: what lies on an island that no road
 * reaches. `okinawa` is its main island, which is no 離島 (its longer way is a lead of the prefecture). The law has no such
 * list: a shop whose carrier draws the line elsewhere changes the file.
 */
const zoneOfPrefix = new Map<string, Zone>([
  ...zones.okinawa.map((prefix) => [prefix, 'okinawa'] as const),
  ...zones.island.map((prefix) => [prefix, 'island'] as const),
])

type Zone = 'mainland' | 'okinawa' | 'island'

/** Where a parcel goes, by the longest prefix that fits; `postalCode` has seven digits. */
export function deliveryZone(postalCode: string): Zone {
  for (let length = postalCode.length; length > 0; length--) {
    const zone = zoneOfPrefix.get(postalCode.slice(0, length))
    if (zone) return zone
  }
  return 'mainland'
}

/** 離島: longer on the way, and nothing bundled. */
export const isRemoteIsland = (postalCode: string): boolean => deliveryZone(postalCode) === 'island'
