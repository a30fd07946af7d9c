import { prefecturesOfPostcode } from '@kushi/values/postcode-prefecture'
import { isRemoteIsland } from './remote-island.ts'
import zones from './remote-islands.json' with { type: 'json' }

const mainland = Array.from({ length: 999 }, (_, n) => `${String(n + 1).padStart(3, '0')}0001`)
const islands = zones.island.map((prefix) => prefix.padEnd(7, '0'))

/** Some postcode of a prefecture, on the mainland or on a 離島; null: it has no such island. */
export const samplePostcode = (pref_id: number, is_remote_island: boolean): string | null =>
  (is_remote_island ? islands : mainland).find((code) => {
    const [only, ...others] = prefecturesOfPostcode(code)
    return only === pref_id && others.length === 0 && isRemoteIsland(code) === is_remote_island
  }) ?? null
