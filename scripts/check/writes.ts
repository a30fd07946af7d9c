import { districts, type Feature } from './feature-order.ts'
import { featureOf } from './features.ts'
import { withoutComments } from './find-imports.ts'
import type { Source } from './source-files.ts'
import { across, known, ownersOfFiles, ownersOfTables } from './table-owners.ts'

const features: readonly Feature[] = Object.values(districts).flat()

const schemaFile = /^packages\/db\/src\/schema\/([\w-]+)\.ts$/
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

/** Each table with its owner. */
function readOwners(sources: ReadonlyMap<string, Source>): Map<string, string | undefined> {
  const owners = new Map<string, string | undefined>()
  for (const [path, { text }] of sources) {
    const file = schemaFile.exec(path)?.[1]
    if (file === undefined) continue
    const own = ownersOfFiles[file] ?? features.find((feature) => feature === file)
    for (const [, table] of text.matchAll(/^export const (\w+) = pgTable\(/gm))
      owners.set(table!, ownersOfTables[table!] ?? own)
  }
  return owners
}

/** What the features write, without those that write across. */
function findWrites(sources: ReadonlyMap<string, Source>, owners: ReadonlyMap<string, string | undefined>): Write[] {
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
      [...text.matchAll(pattern)].flatMap(({ 1: surely, 2: named, index }) => {
        const name = owners.has(named!) ? named! : (renamed.get(named!) ?? named!)
        // Otherwise it may be the `delete` of a Map, or `for update`.
        if (!owners.has(name) && surely === undefined) return []
        const at = `${file}:${text.slice(0, index).split('\n').length}`
        return { at, feature, name, owner: owners.get(name) }
      }),
    )
  })
}

const keyOf = ({ feature, name }: Write) => `${feature}: ${name}`

/** Returns writes of a table by another feature than its owner, one sentence each. */
export function checkWrites(sources: ReadonlyMap<string, Source>): string[] {
  return findWrites(sources, readOwners(sources))
    .filter((write) => !(write.owner && write.owner === write.feature) && !(keyOf(write) in known))
    .map(
      ({ at, name, owner }) =>
        `${at}  writes ${name}, ${owner ? `a table of ${owner}: let its index.ts do it` : 'of which no owner is known'} (scripts/check/table-owners.ts)`,
    )
}

/** Returns what table-owners.ts names and no longer occurs, one sentence each. */
export function checkOwners(sources: ReadonlyMap<string, Source>): string[] {
  const owners = readOwners(sources)
  const found = new Set(findWrites(sources, owners).map(keyOf))
  return [
    ...Object.keys(known).filter((key) => !found.has(key)),
    ...Object.keys(ownersOfTables).filter((table) => !owners.has(table)),
  ].map((each) => `scripts/check/table-owners.ts  '${each}' no longer occurs`)
}
