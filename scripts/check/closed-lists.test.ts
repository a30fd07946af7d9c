/**
 * A closed list of values is written once. The type, the contract's enum, the names and the database's check are made
 * from it, so that a new value can't be missing in one of them.
 */
import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, root } from './source-files.ts'

const keyOf = (ids: readonly string[]) => ids.toSorted().join(' | ')

/** The exported lists of `packages/values`, by their values. The four states that count are the steps of an order, too. */
async function valueLists(): Promise<Map<string, string>> {
  const lists = new Map<string, string>()
  for await (const file of glob('packages/values/src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const exported: Record<string, unknown> = await import(join(root, file))
    for (const [name, value] of Object.entries(exported)) {
      const ids = /^[A-Z_]+$/.test(name) && name !== 'COUNTED_ORDER_STATUSES' ? idsOf(value) : []
      if (ids.length > 1) lists.set(keyOf(ids), `${name} of ${basename(file)}`)
    }
  }
  return lists
}

function idsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? value : []
  return Object.values(value).every((one) => typeof one === 'string') ? Object.keys(value) : []
}

const literals = (text: string) => [...text.matchAll(/'([^']*)'/g)].map(([, id]) => id!)

/** The lists that a file writes out: as a union, an array, or the enum of a schema. */
const writtenIn = (text: string) =>
  [
    ...text.matchAll(/'[\w-]+'(?:\s*\|\s*'[\w-]+')+/g),
    ...text.matchAll(/(?:= |\benum(?:: |\())\[\s*'[\w-]+'(?:,\s*'[\w-]+')+,?\s*\]/g),
  ].map(([list]) => literals(list))

test('no list of packages/values is written out again', async () => {
  const [lists, sources] = await Promise.all([valueLists(), readSources()])
  const twins: string[] = []
  for (const [file, { text }] of sources)
    if (!/\.test\.tsx?$|\/testing\/|^packages\/(values|adapters)|^apps\/sandbox/.test(file))
      for (const ids of writtenIn(text)) {
        const list = lists.get(keyOf(ids))
        if (list) twins.push(`${file}: ${ids.join(', ')} is ${list}`)
      }
  expect(twins).toEqual([])
})

test('no enum of the contract is written out twice', async () => {
  const sources = await readSources(['packages/contract'])
  const places = new Map<string, string[]>()
  for (const [file, { text }] of sources)
    for (const [list] of text.matchAll(/\benum\(\[\s*'[^\]]*\]/g))
      places.set(keyOf(literals(list)), [...(places.get(keyOf(literals(list))) ?? []), file])
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
})

test('a check of the database takes the values of its column', async () => {
  const byHand: string[] = []
  for await (const file of glob('packages/db/src/schema/*.ts', { cwd: root }))
    for (const [check] of (await readFile(join(root, file), 'utf8')).matchAll(
      /check\(\s*'\w+',\s*sql`\w+ IN \('[^`]*'\)`/gi,
    ))
      byHand.push(`${file}: ${check}`)
  expect(byHand).toEqual([])
})

/** Names of numbers that code calls by a name, and second names of a list, for other readers. */
const beside = ['INQUIRY_STATUS_NAME', 'INQUIRY_TYPE_NAME', 'SHIPMENT_STATUS_NAME', 'SUBSCRIPTION_STATUS_NAME']

test('a list has its names in itself', async () => {
  const sources = await readSources(['packages/values', 'packages/contract'])
  const found = [...sources.values()].flatMap(({ text }) =>
    [...text.matchAll(/const (\w+_NAME): (?:Readonly<)?Record<[A-Z]\w+, string>>? = \{/g)].map(([, name]) => name!),
  )
  expect(found.toSorted()).toEqual(beside)
})
