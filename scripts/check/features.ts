import { features, floor, port } from './feature-order.ts'
import { fileOf, type Source } from './source-files.ts'

const shop = 'packages/shop/src/'
/** Tests and test helpers may import anything. */
const helper = /\.test\.ts$|\/testing\/|\/testing\.ts$/

export interface FeatureImport {
  /** Path below `packages/shop/src`, without the extension: `order/place-order`. */
  from: string
  to: string
}

/** The feature of a file; null for the floor, undefined for files outside the shop. */
export function featureOf(file: string): string | null | undefined {
  if (!file.startsWith(shop) || helper.test(file)) return undefined
  return floor.test(file) ? null : file.slice(shop.length).split('/')[0]!
}

/** Every import of one feature by another, except imports of ports by the floor. */
export function featureImports(sources: ReadonlyMap<string, Source>): FeatureImport[] {
  const found: FeatureImport[] = []
  for (const [file, { imports }] of sources) {
    const from = featureOf(file)
    if (from === undefined) continue
    for (const each of imports) {
      const target = fileOf(each, sources)
      const to = target === null ? undefined : featureOf(target)
      if (to && to !== from && !(from === null && port.test(target!)))
        found.push({ from: short(file), to: short(target!) })
    }
  }
  return found
}

const short = (file: string) => file.slice(shop.length).replace(/\.ts$/, '')
const heightOf = (short: string) => features.indexOf(short.split('/')[0]! as (typeof features)[number])
const isPort = (short: string) => port.test(`${shop}${short}.ts`)
/**
 * Whether an import follows the order. A file of the floor has no feature, and so may not import one; a port may import
 * only ports.
 */
const pointsDown = ({ from, to }: FeatureImport) =>
  from.includes('/') && heightOf(from) < heightOf(to) && (!isPort(from) || isPort(to))

/** Returns violations between features, one sentence each. */
export function checkFeatures(imports: FeatureImport[]): string[] {
  const lost = [...new Set(imports.flatMap(({ from, to }) => [from, to]))]
    .filter((file) => file.includes('/') && heightOf(file) < 0)
    .map((file) => `${shop}${file}.ts  its feature has no place in scripts/check/feature-order.ts`)
  const up = imports
    .filter((each) => !pointsDown(each))
    .map(({ from, to }) => `${shop}${from} → ${to}  points upwards: see the order in scripts/check/feature-order.ts`)
  const past = imports
    .filter((each) => !throughIndex(each))
    .map(({ from, to }) => `${shop}${from} → ${to}  is another feature's: let its index.ts say so`)
  return [...lost, ...up, ...past]
}

/**
 * A feature exposes its index.ts and its ports; pure rules may import each other without loading the verbs beside them.
 */
const throughIndex = ({ from, to }: FeatureImport) =>
  to.endsWith('/index') || isPort(to) || (isRule(from) && isRule(to))
const isRule = (short: string) => short.includes('/rules/')

/** Returns imports of a feature's internals from outside, one sentence each; tests may import them. */
export function checkInternals(sources: ReadonlyMap<string, Source>): string[] {
  return [...sources].flatMap(([file, { imports }]) =>
    helper.test(file)
      ? []
      : imports
          .map((each) => fileOf(each, sources))
          .filter((target) => target?.includes('/internal/') && !file.startsWith(`${target.split('/internal/')[0]}/`))
          .map((target) => `${file} → ${target}  is internal to its feature`),
  )
}
