import '@kushi/db/schema/index'
import { tableFacts } from '@kushi/db/schema/facts'
import { getTableName } from 'drizzle-orm'
import { across } from './across.ts'
import { domains, type Feature } from './feature-order.ts'
import { featureOf } from './features.ts'
import { withoutComments } from './find-imports.ts'
import type { Source } from './source-files.ts'

const features: readonly Feature[] = Object.values(domains).flat()

/** drizzle (`tx.update(orders)`), packages/db/src/bulk-rows.ts, and SQL, with a name or `${table}`. */
const patterns = [
  /(\b(?:tx|db)\s*)?\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g,
  /\b(insertRows|updateRows)\(\s*\w+,\s*(\w+)/g,
  /\b(?:insert into|update|delete from|merge into)\s+(\$\{)?(\w+)/gi,
]

interface Write {
  /** The place in the source. */
  at: string
  feature: string | null
  /** The table, or the name in the source if it is none. */
  name: string
  /** The feature that owns the table; undefined: none does, or it is no table. */
  owner: string | undefined
}

type Owners = ReadonlyMap<string, { owner: string; writers?: Readonly<Record<string, string>> }>

/** Each table by the facts that stand beside its columns. */
const told: Owners = new Map([...tableFacts].map(([table, facts]) => [getTableName(table), facts]))

/** The writes of tables by features, without the features that may write any table (`across`). */
function findWrites(sources: ReadonlyMap<string, Source>, owners: Owners): Write[] {
  return [...sources].flatMap(([file, { text: source }]) => {
    const place = featureOf(file)
    if (place === undefined) return []
    const feature = place === null ? null : place.split('/')[1]!
    if (feature !== null && feature in across) return []
    const text = withoutComments(source)
    // `import { nonce as nonceTable }` and `const item = subscription_order_item`.
    const renamed = new Map([
      ...[...text.matchAll(/\b(\w+) as (\w+)\b/g)].map(([, name, as]) => [as!, name!] as const),
      ...[...text.matchAll(/^ *const (\w+) = (\w+)$/gm)].map(([, as, name]) => [as!, name!] as const),
    ])
    return patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap(({ 1: certainTable, 2: named, index }) => {
        const name = owners.has(named!) ? named! : (renamed.get(named!) ?? named!)
        // Otherwise it may be the `delete` of a Map, or `for update`.
        if (!owners.has(name) && certainTable === undefined) return []
        const at = `${file}:${text.slice(0, index).split('\n').length}`
        return { at, feature, name, owner: owners.get(name)?.owner }
      }),
    )
  })
}

/** Returns writes of a table by another feature than its owner, one sentence each. */
export function checkWrites(sources: ReadonlyMap<string, Source>, owners = told): string[] {
  return findWrites(sources, owners)
    .filter(({ feature, name, owner }) => !(owner && owner === feature) && !owners.get(name)?.writers?.[feature ?? ''])
    .map(
      ({ at, name, owner }) =>
        `${at}  writes ${name}, ${owner ? `a table of ${owner}: let its index.ts do it` : 'of which no owner is known'} (its facts in packages/db/src/schema)`,
    )
}

/** Returns owners that are no feature, and writers that no longer write, one sentence each. */
export function checkOwners(sources: ReadonlyMap<string, Source>): string[] {
  const found = new Set(findWrites(sources, told).map(({ feature, name }) => `${feature}: ${name}`))
  return [...told].flatMap(([table, { owner, writers = {} }]) => [
    ...(features.includes(owner as Feature) ? [] : [`${table}  is owned by '${owner}', which is no feature`]),
    ...Object.keys(writers)
      .filter((feature) => !found.has(`${feature}: ${table}`))
      .map((feature) => `${table}  '${feature}' no longer writes it`),
  ])
}
