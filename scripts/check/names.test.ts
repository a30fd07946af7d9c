/** Types are nouns that say of what, and a package declares an exported name once. */
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { readSources } from './source-files.ts'

interface Export {
  file: string
  name: string
  isType: boolean
}

/** Participles that do not end in -ed. */
const irregular = new Set(
  (
    'Bought Built Chosen Done Drawn Found Given Gone Held Kept Known Left Lost Made Paid Placed Put Read Said Seen Sent ' +
    'Shown Sold Split Taken Told Written Coming Going Standing Waiting'
  ).split(' '),
)
/** Nouns that look like a participle. */
const nouns = new Set(['Feed', 'Seed', 'Speed'])

/** A single word, because `ClosedShop` and `PricedItem` say of what. */
const isBareParticiple = (name: string) => irregular.has(name) || (/^[A-Z][a-z]+ed$/.test(name) && !nouns.has(name))

/** Names that several files export, with the reason. */
const shared: Record<string, string> = {
  calls: 'what a feature binds: one per calls.ts, which apps/server/src/calls.ts spreads',
  adminCalls: 'the same for operators',
  categories: "of the demo's two catalogues, one of which a loop loads",
  products: "of the demo's two catalogues, one of which a loop loads",
}

const exported: Export[] = []
/** The types that a file keeps to itself. */
const own: Omit<Export, 'isType'>[] = []
for (const [file, { text }] of await readSources()) {
  if (/\.(test|e2e)\.tsx?$|\.d\.ts$/.test(file)) continue
  for (const node of parseSync(file, text).program.body) {
    if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration')
      own.push({ file, name: node.id.name })
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) continue
    const { declaration } = node
    if (declaration.type === 'VariableDeclaration')
      for (const { id } of declaration.declarations)
        if (id.type === 'Identifier') exported.push({ file, name: id.name, isType: false })
    if ('id' in declaration && declaration.id?.type === 'Identifier')
      exported.push({ file, name: declaration.id.name, isType: /^TS(Interface|TypeAlias)/.test(declaration.type) })
  }
}

test.each([
  ['Kept', true],
  ['Quoted', true],
  ['Standing', true],
  ['PricedItem', false],
  ['Speed', false],
  ['OrderRequest', false],
])('%s: %s', (name, is) => expect(isBareParticiple(name)).toBe(is))

test('no exported type is a bare participle', () => {
  const found = exported.filter(({ name, isType }) => isType && isBareParticiple(name))
  expect(found.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

const homeOf = (file: string) => /^(packages\/\w+|apps\/server)(?=\/)/.exec(file)?.[0]

test('a file gives no type of its own the name of another that its package exports', () => {
  const types = new Map(
    exported.filter(({ isType }) => isType).map(({ file, name }) => [`${homeOf(file)} ${name}`, file]),
  )
  const twins = own.filter(({ file, name }) => homeOf(file) && types.has(`${homeOf(file)} ${name}`))
  expect(twins.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('no exported name is declared in two files of a package or of the server', () => {
  const files = new Map<string, Set<string>>()
  for (const { file, name } of exported) {
    const home = homeOf(file)
    if (home) files.set(`${home} ${name}`, (files.get(`${home} ${name}`) ?? new Set()).add(file))
  }
  expect(files.size).toBeGreaterThan(2_000)
  const twice = [...files]
    .map(([key, places]) => [key.split(' ')[1]!, places] as const)
    .filter(([, places]) => places.size > 1)
  expect(
    twice.filter(([name]) => !(name in shared)).map(([name, places]) => `${name}: ${[...places].join(', ')}`),
  ).toEqual([])
  const names = new Set(twice.map(([name]) => name))
  expect(Object.keys(shared).filter((name) => !names.has(name))).toEqual([])
})
