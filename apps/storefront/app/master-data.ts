import type { MasterData, masterDataNames } from '@kushi/contract/setting'
import { quietApi } from './api.ts'

export type MasterDataName = (typeof masterDataNames)[number]

const loaded = new Map<MasterDataName, Promise<MasterData[]>>()

/** A list such as `prefecture` or `day`, fetched once per visit. After a failure the next call tries again. */
export function masterData(name: MasterDataName): Promise<MasterData[]> {
  const list =
    loaded.get(name) ??
    quietApi('GET /v1/setting/system/masterdata/target/detail/', { query: { name: [name] } }).then(({ items }) => items)
  loaded.set(name, list)
  list.catch(() => loaded.delete(name))
  return list
}

const commonNames: MasterDataName[] = ['where_did_you_know', 'day', 'month', 'day_of_week', 'delivery_note']

/** Fetches the lists that nearly every form needs, in one call. */
export function prefetchMasterData(): void {
  const missing = commonNames.filter((name) => !loaded.has(name))
  if (!missing.length) return
  const all = quietApi('GET /v1/setting/system/masterdata/target/detail/', { query: { name: missing } })
  for (const name of missing) {
    const list = all.then(({ items }) => items.filter((item) => item.name === name))
    loaded.set(name, list)
    list.catch(() => loaded.delete(name))
  }
}
